import { api, ApiError } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { navigate } from '../router/navigate.ts'
import type { Translate } from '../texts.ts'
import { explain } from '../ui/states.tsx'
import { notify } from '../ui/toasts.ts'

export async function signOut(t: Translate): Promise<void> {
  try {
    // Signs out whoever is signed in by now, perhaps from another tab.
    await api('DELETE /api/v4/session/', { asksToSignIn: false })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(error, t) })
      return
    }
  }
  await navigate('/login/')
  queryClient.clear()
  // A new document: the next person meets no selection, toast or record of this one, even if somebody went back before
  // the sign-in page appeared.
  location.replace('/login/')
}
