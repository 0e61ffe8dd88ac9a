import MarkdownIt, { type MarkdownIt as Markdown, type StateCore, type Token } from 'markdown-it'
import { escapeHtml } from '#server/formats/html.ts'

/**
 * Templates never see an address that opens an account, only a harmless stand-in. The result is parsed as Markdown, and the
 * stand-in must be the whole address of its one link. Only the outgoing mail contains the address itself.
 */

/** Stand-in for a mail's secret address: a host that does not exist and that nobody can know before the mail. */
export function standInOf(uid: string): string {
  return `https://${uid.replaceAll('-', '').toLowerCase()}.invalid`
}

/** Ways in which a wording misuses a secret address; each has a text `email_templates.…`. */
export type SecretProblem =
  | 'secret_once'
  | 'secret_plain'
  | 'secret_whole'
  | 'secret_other_address'
  | 'secret_in_subject'

export class SecretMisused extends Error {
  readonly problem: SecretProblem
  constructor(problem: SecretProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Finds addresses as mail programs do, even without a scheme. */
const addresses = new MarkdownIt().linkify
  .set({ fuzzyLink: true })
  .tlds(
    'app bank click cloud club dev digital email example icu link live online page site today top vip work world xyz'.split(
      ' ',
    ),
    true,
  )

/** A Markdown parser in which `env.standIn`, if set, must be the whole address of the text's only link. */
export function readsStandIn(markdown: Markdown): Markdown {
  markdown.core.ruler.push('stand_in', (state) => {
    const { standIn } = state.env as { standIn?: string }
    if (standIn !== undefined) linkStandIn(state, standIn)
  })
  return markdown
}

function linkStandIn(state: StateCore, standIn: string): void {
  let links = 0
  for (const block of state.tokens) {
    checkAddresses(visibleText(block), standIn)
    for (const token of [block, ...(block.children ?? [])]) {
      const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : undefined
      if (href === standIn) links++
      else if (href !== undefined && !isMailbox(href))
        throw new SecretMisused(holds(href, standIn) ? 'secret_whole' : 'secret_other_address')
      const shown = (token.attrs ?? []).flatMap(([name, value]) =>
        name === 'href' && value === standIn ? [] : [String(value)],
      )
      if ([...shown, token.info].some((text) => holds(text, standIn))) throw new SecretMisused('secret_whole')
    }
    if (block.children) {
      const linked = withLink(block.children, standIn, state)
      links += linked.length - block.children.length > 0 ? 1 : 0
      block.children = linked
    } else if (holds(block.content, standIn)) throw new SecretMisused('secret_whole')
  }
  if (links !== 1) throw new SecretMisused('secret_once')
}

// A bare address becomes a link to itself; inside a link, code or other markup it is refused.
function withLink(children: Token[], standIn: string, { Token: Make }: StateCore): Token[] {
  let depth = 0
  return children.flatMap((token) => {
    if (token.type === 'link_open') depth++
    if (token.type === 'link_close') depth--
    if (!holds(token.content, standIn)) return [token]
    const parts = token.content.split(standIn)
    if (token.type !== 'text' || depth > 0) throw new SecretMisused('secret_whole')
    if (parts.length !== 2) throw new SecretMisused('secret_once')
    const [before, itself, after] = [parts[0]!, standIn, parts[1]!].map((content) =>
      Object.assign(new Make('text', '', 0), { content }),
    ) as [Token, Token, Token]
    const open = new Make('link_open', 'a', 1)
    open.attrSet('href', standIn)
    return [before, open, itself, new Make('link_close', 'a', -1), after]
  })
}

/** Throws SecretMisused unless the stand-in occurs exactly once in a text part, on its own, and no other address occurs. */
export function checkText(text: string, standIn: string): void {
  if (text.split(standIn).length !== 2) throw new SecretMisused('secret_once')
  checkAddresses(text, standIn)
}

/** Other addresses must be mailboxes. Only an opening bracket or closing punctuation may touch the stand-in. */
function checkAddresses(text: string, standIn: string): void {
  const parts = text.split(standIn)
  if (parts.some((part) => holds(part, standIn))) throw new SecretMisused('secret_whole')
  for (const before of parts.slice(0, -1))
    if (!/(?:^|[ \n(])$/.test(before)) throw new SecretMisused('secret_whole')
  for (const after of parts.slice(1))
    if (!/^[.,;:!?)]*(?:$|[ \n])/.test(after)) throw new SecretMisused('secret_whole')
  for (const { url } of addresses.match(parts.join(' ')) ?? [])
    if (!isMailbox(url)) throw new SecretMisused('secret_other_address')
}

function visibleText({ children, content }: Token): string {
  if (!children) return content
  return children.map((child) => (child.type.endsWith('break') ? '\n' : child.content)).join('')
}

const isMailbox = (address: string) => /^mailto:[^?&]+$/i.test(address)

const holds = (text: string, standIn: string) =>
  text.toLowerCase().includes(standIn.slice('https://'.length, -'.invalid'.length))

/** Inserts an invisible joiner into addresses of a value, so that mail programs detect none. */
export function withoutAddresses(value: string): string {
  const found = (addresses.match(value) ?? []).filter(({ url }) => !isMailbox(url))
  if (found.length === 0) return value
  const apart = value.replace(/[.:/]/g, '$&\u2060')
  return (addresses.match(apart) ?? []).length === 0 ? apart : value.replace(/[.:/]/g, ' ')
}

/** Replaces the stand-in in a stored part of a mail by the recipient's secret address. */
export function fill(part: string, kind: 'text' | 'html', standIn: string, address: string): string {
  return part.replaceAll(standIn, () => (kind === 'html' ? escapeHtml(address) : address))
}
