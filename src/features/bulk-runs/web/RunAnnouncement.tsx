import { useText } from '#web/texts.ts'
import { finishedRows, rowsToFinish } from '../rules.ts'
import { atWork, type Run, titleOf } from './run.ts'

const step = 10

/** Announces the progress of a watched run every ten per cent, then its result. */
export function RunAnnouncement({ run }: { run: Run }) {
  const t = useText()
  const tenths = Math.floor((finishedRows(run) / Math.max(1, rowsToFinish(run))) * (100 / step))
  return (
    <p role="status" className="visually-hidden">
      {atWork(run) ? t('bulk.percent', { percent: tenths * step }) : titleOf(run, t)}
    </p>
  )
}
