import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/api.ts'

const oncePerMs = 60_000

/** Renews the lease while the reviewer is active; releases it after the idle time. */
export function useLeaseRenewal(minutes: number, slug: string | undefined, givenBack: () => void): void {
  const lost = useEffectEvent(givenBack)
  useEffect(() => {
    if (slug === undefined) return
    let told = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const waitAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        lost()
        void api('POST /api/v4/reviews/leave/').catch(() => undefined)
      }, minutes * 60_000)
    }
    const onLife = () => {
      waitAgain()
      if (Date.now() - told < oncePerMs) return
      told = Date.now()
      api('POST /api/v4/reviews/keep/', { body: { slug } }).then(
        ({ kept }) => kept || lost(),
        () => undefined,
      )
    }
    waitAgain()
    addEventListener('keydown', onLife)
    addEventListener('pointerdown', onLife)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onLife)
      removeEventListener('pointerdown', onLife)
    }
  }, [slug, minutes])
}
