import { useState } from 'react'
import { takeOver, useProfile } from '../profile.tsx'
import { useText } from '../texts.ts'
import { Callout } from '../ui/Callout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Sign-in over the page after a session has ended: the input stays, then the call repeats. */
export function SignInOverlay({ onClose, onSignedIn }: { onClose: () => void; onSignedIn: () => void }) {
  const t = useText()
  const profile = useProfile()
  // The page belongs to the person who opened it; another one must not submit their input.
  const [username] = useState(profile?.username)
  return (
    <Modal title={t('session.title')} size="sm" dirty={false} onClose={onClose}>
      <div className="stack">
        <Callout tone="warning">{t('session.ended')}</Callout>
        <SignInForm
          username={username}
          onSignedIn={async (signedIn) => {
            await takeOver(signedIn)
            onSignedIn()
          }}
        />
      </div>
    </Modal>
  )
}
