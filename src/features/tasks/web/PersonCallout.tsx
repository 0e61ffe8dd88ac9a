import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { taskPages } from './TaskTabs.tsx'

/** States that the list shows one person's tasks, with a link to all tasks. */
export function PersonCallout({ id }: { id: string }) {
  const t = useText()
  const mayKnow = useCan('view_users')
  const { data } = useQuery({
    ...q('GET /api/v4/users/:id/', { params: { id } }),
    enabled: mayKnow && /^\d+$/.test(id),
    retry: false,
  })
  return (
    <p className="task-person">
      <strong className="strong">
        {data ? t('tasks.of_person', { name: data.full_name }) : t('tasks.of_one_person')}
      </strong>{' '}
      <PageLink href={`${taskPages.all}?status=open`}>{t('tasks.of_everybody')}</PageLink>
    </p>
  )
}
