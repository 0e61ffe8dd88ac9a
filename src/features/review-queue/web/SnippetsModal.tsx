import { useState } from 'react'
import { foldForSearch } from '#shared/normalize.ts'
import { visible } from '#shared/text-direction.ts'
import { api } from '#web/api.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { TextArea, TextField } from '#web/form/TextField.tsx'
import { useAllowed } from '#web/profile.tsx'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconPencil, IconTrash } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { Snippet } from '../contract.ts'
import { longestReason } from '../rules.ts'
import { useSnippets } from './SnippetChips.tsx'
import { useDialogCall } from './useDialogCall.ts'

type Purpose = Snippet['purpose']
type SnippetsModalProps = { purpose: Purpose; onUse: (text: string) => void; onClose: () => void }

/** All snippets: search, use, change, share. */
export function SnippetsModal({ purpose, onUse, onClose }: SnippetsModalProps) {
  const t = useText()
  const allowed = useAllowed()
  const all = useSnippets(purpose)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Snippet | 'new'>()
  const words = foldForSearch(search)
  const found = all.filter((one) => foldForSearch(`${one.title} ${one.text}`).includes(words))
  const mayEdit = (one: Snippet) => !one.shared || allowed('change_email_templates')
  const remove = async (one: Snippet) => {
    try {
      await api('DELETE /api/v4/reviews/snippets/:id/', { params: { id: one.id } })
      await refreshed()
    } catch (error) {
      notify({ tone: 'danger', title: explain(error, t) })
    }
  }
  if (edited)
    return (
      <SnippetForm
        purpose={purpose}
        snippet={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    )
  return (
    <Modal
      title={t('review_queue.snippets')}
      dirty={false}
      onClose={onClose}
      footer={
        <>
          <Button className="foot-start" onClick={() => setEdited('new')}>
            {t('review_queue.new_snippet')}
          </Button>
          <Button onClick={onClose}>{t('actions.close')}</Button>
        </>
      }
    >
      <div className="stack">
        <TextField
          name="search"
          type="search"
          label={t('review_queue.find_snippet')}
          value={search}
          onChange={setSearch}
        />
        <ul className="rq-lines">
          {found.map((one) => (
            <li key={one.id}>
              <span className="rq-item-text">
                <span className="strong">
                  {visible(one.title)}{' '}
                  {one.shared && <span className="caption muted">{t('review_queue.snippet_shared')}</span>}
                </span>
                <span className="caption muted rq-text">{visible(one.text)}</span>
              </span>
              <Button
                size="sm"
                aria-label={t('actions.named', { action: t('review_queue.use'), title: one.title })}
                onClick={() => onUse(one.text)}
              >
                {t('review_queue.use')}
              </Button>
              {mayEdit(one) && (
                <>
                  <IconButton
                    icon={IconPencil}
                    label={t('actions.named', { action: t('actions.edit'), title: one.title })}
                    onClick={() => setEdited(one)}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t('actions.named', { action: t('actions.delete'), title: one.title })}
                    onClick={() => void remove(one)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="muted">{t('review_queue.none_found')}</p>}
      </div>
    </Modal>
  )
}

type SnippetFormProps = { purpose: Purpose; snippet: Snippet | undefined; onClose: () => void }

function SnippetForm({ purpose, snippet, onClose }: SnippetFormProps) {
  const t = useText()
  const mayShare = useAllowed()('change_email_templates')
  const [title, setTitle] = useState(snippet?.title ?? '')
  const [text, setText] = useState(snippet?.text ?? '')
  const [shared, setShared] = useState(snippet?.shared ?? false)
  const { running, failure, errors, send } = useDialogCall()
  const dirty = title !== (snippet?.title ?? '') || text !== (snippet?.text ?? '')
  const save = () =>
    send(async (keyOf) => {
      const fields = { purpose, title, text, shared }
      if (snippet)
        await api('PATCH /api/v4/reviews/snippets/:id/', {
          params: { id: snippet.id },
          body: { ...fields, version: snippet.version },
        })
      else await api('POST /api/v4/reviews/snippets/', { body: fields, idempotencyKey: keyOf(fields) })
      await refreshed()
      onClose()
    })
  return (
    <Modal
      title={snippet ? visible(snippet.title) : t('review_queue.new_snippet')}
      size="sm"
      dirty={dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.close')}</Button>
          <Button variant="primary" loading={running} onClick={() => void save()}>
            {t('actions.save')}
          </Button>
        </>
      )}
    >
      <div className="stack">
        {failure !== undefined && Object.keys(errors).length === 0 && (
          <Callout tone="danger" loud>
            {explain(failure, t)}
          </Callout>
        )}
        <TextField
          name="title"
          label={t('review_queue.snippet_title')}
          required
          maxLength={80}
          value={title}
          error={errors.title}
          onChange={setTitle}
        />
        <TextArea
          name="text"
          label={t('review_queue.snippet_text')}
          required
          rows={5}
          maxLength={longestReason}
          value={text}
          error={errors.text}
          onChange={setText}
        />
        {mayShare && (
          <CheckboxField
            name="shared"
            label={t('review_queue.snippet_shared')}
            value={shared}
            onChange={setShared}
          />
        )}
      </div>
    </Modal>
  )
}
