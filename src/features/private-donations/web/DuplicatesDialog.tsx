import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEuro } from '#shared/money.ts'
import { visible } from '#shared/text-direction.ts'
import { api } from '#web/api.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { refreshed } from '#web/stale.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import type { DonorPair } from '../duplicates-contract.ts'

const list = 'GET /api/v4/donors/duplicates/'
type DuplicateDonor = DonorPair['donors'][number]

/**
 * Possible duplicate donors, likeliest first. A person merges them or marks them as different; merges can be undone.
 */
export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [state, setState] = useState<'open' | 'merged'>('open')
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [list, { query: { state } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api(list, { query: { state, page: pageParam, page_size: 25 }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current_page < last.total_pages ? last.current_page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const pairs = data?.pages.flatMap((page) => page.results) ?? []
  return (
    <Modal
      title={t('private_donations.duplicates_title')}
      size="lg"
      dirty={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('actions.close')}</Button>}
    >
      <div className="donor-pairs">
        <Segmented
          label={t('private_donations.duplicates_title')}
          value={state}
          options={(['open', 'merged'] as const).map((value) => ({
            value,
            text: t(`private_donations.duplicates_${value}`),
          }))}
          onChange={setState}
        />
        {state === 'open' && <p className="hint">{t('private_donations.merge_consequence')}</p>}
        {error ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <PageLoading />
        ) : pairs.length === 0 ? (
          <p>{t(state === 'open' ? 'private_donations.no_duplicates' : 'private_donations.none_merged')}</p>
        ) : (
          pairs.map((pair) => <Pair key={pair.id} pair={pair} />)
        )}
        {hasNextPage && (
          <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('ledger.more')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Pair({ pair }: { pair: DonorPair }) {
  const t = useText()
  const keyOf = useIdempotencyKey()
  const [failure, setFailure] = useState<unknown>()
  const [running, run] = useRunning()
  const act = (title: string, call: () => Promise<unknown>) =>
    run(async () => {
      setFailure(undefined)
      try {
        await call()
        notify({ tone: 'success', title, message: pair.donors.map(({ name }) => name).join(' · ') })
      } catch (error) {
        setFailure(error)
        return
      }
      await refreshed()
    })
  const params = { id: pair.id }
  const sent = <Body,>(body: Body, act: string) => ({
    params,
    body,
    idempotencyKey: keyOf([act, pair.decided_at, body]),
  })
  const keep = ({ slug }: DuplicateDonor) =>
    act(t('private_donations.donors_merged'), () =>
      api('POST /api/v4/donors/duplicates/:id/merge/', sent({ kept: slug }, 'merge')),
    )
  const keepApart = () =>
    act(t('private_donations.donors_apart'), () =>
      api('POST /api/v4/donors/duplicates/:id/apart/', sent({}, 'apart')),
    )
  const undo = () =>
    act(t('private_donations.merge_undone'), () =>
      api('POST /api/v4/donors/duplicates/:id/undo/', sent({}, 'undo')),
    )
  const common = { permission: 'change_private_donations', size: 'sm', loading: running } as const
  return (
    <section className="donor-pair" aria-label={pair.donors.map(({ name }) => name).join(' · ')}>
      <div className="donor-reasons">
        {pair.reasons.map(({ code, text }) => (
          <StatusLabel key={code} tone="info" text={text} />
        ))}
      </div>
      <div className="donor-twins">
        {pair.donors.map((donor) => (
          <div key={donor.slug}>
            <TwinFacts donor={donor} isKept={pair.kept === donor.slug} />
            {pair.state === 'open' && (
              <PermissionButton
                {...common}
                aria-description={donor.email || donor.iban}
                onClick={() => keep(donor)}
              >
                {t('private_donations.keep', { name: donor.name })}
              </PermissionButton>
            )}
          </div>
        ))}
      </div>
      {failure !== undefined && <MoneyFailure error={failure} />}
      {pair.state === 'open' ? (
        <PermissionButton {...common} variant="quiet" onClick={keepApart}>
          {t('private_donations.not_the_same')}
        </PermissionButton>
      ) : (
        <PermissionButton {...common} onClick={undo}>
          {t('private_donations.undo_merge')}
        </PermissionButton>
      )}
    </section>
  )
}

function TwinFacts({ donor, isKept }: { donor: DuplicateDonor; isKept: boolean }) {
  const t = useText()
  const locale = useLocale()
  const place = [donor.street, `${donor.postal_code} ${donor.city}`.trim()].filter(Boolean).join(', ')
  const amount = formatEuro(donor.donated_cents, locale)
  return (
    <>
      <strong className="strong">{visible(donor.name)}</strong>
      {isKept && <StatusLabel tone="success" text={t('private_donations.kept')} />}
      {[donor.email, place, donor.iban].filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className="figures">{t('private_donations.gifts_sum', { count: donor.donations, amount })}</span>
    </>
  )
}
