/** The floor of `npm run bench:page`: only React, with ready-made rows. */
import { createElement as h, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<string, unknown> & { slug: string; title: string }

function List() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void fetch('/rows.json')
      .then((answer) => answer.json() as Promise<{ results: Row[] }>)
      .then(({ results }) => setRows(results))
  }, [])
  return h('table', null, h('tbody', null, ...rows.map((row) => h(OneRow, { key: row.slug, row }))))
}

function OneRow({ row }: { row: Row }) {
  const cells = Object.entries(row).map(([key, value]) => h('td', { key }, textOf(value)))
  return h('tr', null, h('td', null, h('a', { href: `/${row.slug}/` }, row.title)), ...cells)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

createRoot(document.getElementById('root')!).render(h(List))
