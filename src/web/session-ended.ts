import { createStore } from './store.ts'

type Waiting = { promise: Promise<boolean>; finish: (signedIn: boolean) => void }

/** Set while the sign-in covers the page; all calls that got a 401 wait for the same one. */
export const waitingForSignIn = createStore<Waiting | undefined>(undefined)

/** Asks the person to sign in over the page; true when they did, so the call may be repeated. */
export function signInAgain(): Promise<boolean> {
  const waiting = waitingForSignIn.get()
  if (waiting) return waiting.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const finish = (signedIn: boolean) => {
    waitingForSignIn.set(undefined)
    resolve(signedIn)
  }
  waitingForSignIn.set({ promise, finish })
  return promise
}
