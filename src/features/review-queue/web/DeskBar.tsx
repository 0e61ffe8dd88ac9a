import type { PageAddress } from '#shared/pages.ts'
import { filterWords } from '#shared/lists/filter-words.ts'
import type { ListRecord } from '#shared/lists/list-record.ts'
import type { Locale } from '#shared/messages.ts'
import { visible } from '#shared/text-direction.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronLeft,
  IconHelpCircle,
} from '#web/ui/icons.ts'
import { IconUserShare } from '#web/ui/lazy-icons.ts'
import { projectList } from '#features/projects/table.ts'
import { useListOfFields } from '#features/projects/web/list.ts'
import { namesReview } from '#features/reviews/queue.ts'
import type { ReviewSession } from './useReviewSession.ts'

type Search = Readonly<Record<string, string | number | undefined>>
type BarProps = {
  session: ReviewSession
  search: Search
  list: PageAddress
  others: readonly { id: number; name: string; slug: string }[]
  titles: Readonly<Record<string, string>>
  listOpen: boolean
  onList: () => void
  /** Absent without a project or without the right. */
  onHandOver?: () => void
  onKeys: () => void
}

/** Bar above the desk: way back, filter of the queue, other reviewers and progress. */
export function Bar({
  session,
  search,
  list,
  others,
  titles,
  listOpen,
  onList,
  onHandOver,
  onKeys,
}: BarProps) {
  const t = useText()
  const locale = useLocale()
  const record = useListOfFields()?.filterMenu.list ?? projectList
  const { slugs } = session
  const done = Object.values(session.marks).filter((mark) => typeof mark === 'object').length
  const n = session.place < 0 ? slugs.length : session.place + 1
  return (
    <div className="rq-bar">
      <PageLink className="rq-back" href={list}>
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        {t('nav.projects')}
      </PageLink>
      <p className="rq-filter truncate">{wordsOf(record, search, t, locale).join(' · ')}</p>
      {others.length > 0 && (
        <span className="rq-others">
          {others.slice(0, 3).map((one) => (
            <span
              key={one.id}
              title={t('review_queue.has_open', { name: one.name, title: titles[one.slug] ?? one.slug })}
            >
              <Avatar name={one.name} />
            </span>
          ))}
          <span className="rq-others-count">{t('review_queue.others', { count: others.length })}</span>
        </span>
      )}
      <Button size="sm" aria-expanded={listOpen} onClick={onList}>
        {t('review_queue.position', { n, count: slugs.length })}
        {!listOpen && <IconChevronDown className="rq-unfold" size={14} stroke={1.8} aria-hidden />}
      </Button>
      <progress
        className="rq-progress"
        aria-label={t('review_queue.progress', { done, count: slugs.length })}
        value={done}
        max={slugs.length}
      />
      <IconButton
        icon={IconArrowUp}
        label={t('review_queue.previous')}
        disabled={session.place <= 0}
        onClick={() => session.walk(-1)}
      />
      <kbd className="kbd rq-keys" aria-hidden>
        K
      </kbd>
      <IconButton
        icon={IconArrowDown}
        label={t('review_queue.next')}
        disabled={session.place < 0 || session.place === slugs.length - 1}
        onClick={() => session.walk(1)}
      />
      <kbd className="kbd rq-keys" aria-hidden>
        J
      </kbd>
      {onHandOver && (
        <IconButton
          icon={IconUserShare}
          label={t('review_queue.hand_over')}
          className="rq-keys"
          onClick={onHandOver}
        />
      )}
      <IconButton icon={IconHelpCircle} label={t('review_queue.keys')} className="rq-keys" onClick={onKeys} />
    </div>
  )
}

/** The filters in words, then the ordering. */
function wordsOf(list: ListRecord, search: Search, t: Translate, locale: Locale): string[] {
  const filters = Object.fromEntries(
    Object.entries(search).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, String(text).split(',')]],
    ),
  )
  const parts = filterWords(list, filters, { locale, textOf: t.of }).map(
    ({ name, heading, negated, values }) =>
      name === 'needs_review'
        ? t('labels.needs_review')
        : [heading, ...(negated ? [t('filters.is_not')] : []), values.map(visible).join(', ')].join(' '),
  )
  return [
    ...(namesReview(filters) ? [] : [t('labels.needs_review')]),
    ...parts,
    ...(search.search ? [`„${visible(String(search.search))}“`] : []),
    ...(search.ordering ? [] : [t('review_queue.longest_first')]),
  ]
}
