// @vitest-environment jsdom
// jsdom has no layout and fires no scroll events but keeps positions; e2e/pages.spec.ts tests the browser's part.
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '#test/web.tsx'
import { locationOf } from './match.ts'
import { changeSearch, navigate } from './navigate.ts'
import { useLocation } from './page.ts'

function Scrolled() {
  return (
    <div role="region" data-scroller="content">
      page {useLocation().search.page}
    </div>
  )
}

const region = () => screen.getByRole('region')
const scrollTo = (top: number) => {
  region().scrollTop = top
  region().dispatchEvent(new Event('scroll'))
}
const goTo = (address: string) => act(() => navigate(locationOf(address).href))
const back = async (expected: string) => {
  history.back()
  await waitFor(() => expect(location.pathname + location.search).toBe(expected))
}

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('another address starts at its top, Back and Forward restore the position', async () => {
  await show(<Scrolled />, '/list/')
  scrollTo(300)
  await goTo('/list/?page=2')
  expect(region().scrollTop).toBe(0)
  scrollTo(120)
  await goTo('/other/')
  await back('/list/?page=2')
  await waitFor(() => expect(region().scrollTop).toBe(120))
  await back('/list/')
  await waitFor(() => expect(region().scrollTop).toBe(300))
  history.forward()
  await waitFor(() => expect(region().scrollTop).toBe(120))
})

test('a change of the page’s own state keeps the position', async () => {
  await show(<Scrolled />, '/list/')
  scrollTo(300)
  act(() => changeSearch({ page: 2 }))
  expect([region().textContent, region().scrollTop]).toEqual(['page 2', 300])
  await back('/list/')
  expect(region().scrollTop).toBe(300)
})

test('a reload restores the position', async () => {
  await show(<Scrolled />, '/list/')
  scrollTo(300)
  dispatchEvent(new Event('pagehide'))
  cleanup()
  const state = history.state as unknown
  await show(<Scrolled />, '/list/')
  expect(region().scrollTop).toBe(0)
  // A reload keeps the entry's state, which `show` removed.
  cleanup()
  await show(<Scrolled />, '/list/', state)
  await waitFor(() => expect(region().scrollTop).toBe(300))
})
