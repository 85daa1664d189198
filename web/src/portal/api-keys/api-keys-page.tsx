import type { ApiKey, ApiKeyInput, ApiKeyPatch, FreshApiKey } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useDraftField } from '../forms/draft-context.ts'
import { DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { ApiKeyTable, type KeyAction } from './api-key-table.tsx'
import styles from './api-keys.module.css'
import { isOwnKey } from './is-own-key.ts'

/** In the order of the server, so that the same choice is the same list. */
const scopes: readonly Scope[] = ['read', 'write', 'admin']

const DAY = 86_400

const overlaps = [0, 3600, DAY, 7 * DAY, 30 * DAY] as const

type Open = { kind: 'create' } | { kind: 'fresh'; key: FreshApiKey } | { kind: KeyAction; key: ApiKey }

/** The API keys that programs and this portal use to act for the company. */
export function ApiKeysPage(_: { path: readonly string[] }) {
  const { client, refresh } = usePortal()
  const keys = useQuery({
    queryKey: portalKeys.apiKeys,
    queryFn: ({ signal }) => client.call('GET /api-keys', {}, undefined, { signal }),
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  function showFresh(key: FreshApiKey) {
    setOpen({ kind: 'fresh', key })
    void keys.refetch()
  }
  async function remove({ id, name }: ApiKey) {
    await client.call('DELETE /api-keys/{key_id}', { key_id: id })
    showToast(p.keys.deleted(name))
    void keys.refetch()
    // If it was the key of this session, the portal signs out.
    refresh()
  }
  return (
    <SectionPage
      title={p.keys.title}
      intro={p.keys.intro}
      actions={
        <Button look="primary" icon={<KeyRound />} onClick={() => setOpen({ kind: 'create' })}>
          {p.keys.create}
        </Button>
      }
    >
      {keys.error !== null && <ErrorState error={keys.error} onRetry={keys.refetch} />}
      {keys.isFetching && !keys.data && <LoadingState />}
      {keys.data?.length === 0 && <EmptyState icon={<KeyRound />} title={p.keys.none} />}
      {keys.data && keys.data.length > 0 && (
        <ApiKeyTable keys={keys.data} onAsk={(kind, key) => setOpen({ kind, key })} />
      )}
      {open?.kind === 'create' && <ApiKeyDialog onClose={close} onCreated={showFresh} />}
      {open?.kind === 'edit' && <ApiKeyDialog apiKey={open.key} onClose={close} onChanged={keys.refetch} />}
      {open?.kind === 'rotate' && <RotateKeyDialog apiKey={open.key} onClose={close} onRotated={showFresh} />}
      {open?.kind === 'fresh' && <FreshKeyDialog apiKey={open.key} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.keys.deleteTitle(open.key.name)}
          confirm={t.ui.delete}
          onConfirm={() => remove(open.key)}
          onClose={close}
        >
          <p>{p.keys.deleteText}</p>
          {isOwnKey(open.key, client) && <Notice look="warning">{p.keys.deleteOwn}</Notice>}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

/** The only time that the key itself can be seen. */
function FreshKeyDialog({ apiKey, onClose }: { apiKey: FreshApiKey; onClose: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <Dialog
      title={p.keys.freshTitle(apiKey.name)}
      // An accidental click must not lose the key.
      onClose={() => (asked ? onClose() : setAsked(true))}
      actions={
        <>
          <CopyButton text={apiKey.key} label={p.keys.copyKey} />
          <Button look="primary" onClick={onClose}>
            {p.keys.stored}
          </Button>
        </>
      }
    >
      <Notice look="warning">{p.keys.freshText}</Notice>
      <code className={styles.fresh}>{apiKey.key}</code>
      {asked && <Notice look="danger">{p.keys.freshAsk}</Notice>}
    </Dialog>
  )
}

interface RotateKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onRotated: (key: FreshApiKey) => void
}

/** Replaces a key. The old one stays valid for a while, so that clients can switch. */
function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps) {
  const { client } = usePortal()
  const [overlap, setOverlap] = useState<number>(DAY)
  const submit = useSubmit()
  const rotate = () =>
    submit.run(async () =>
      onRotated(
        await client.call(
          'POST /api-keys/{key_id}/rotate',
          { key_id: apiKey.id },
          { overlap_seconds: overlap },
        ),
      ),
    )
  return (
    <Dialog
      title={p.keys.rotateTitle(apiKey.name)}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" busy={submit.busy} onClick={() => void rotate()}>
            {p.keys.rotate}
          </Button>
        </>
      }
    >
      <p>{p.keys.rotateText}</p>
      <SelectField
        label={p.keys.overlap}
        value={overlap}
        onChange={(event) => setOverlap(Number(event.target.value))}
      >
        {overlaps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {p.keys.overlaps[seconds]}
          </option>
        ))}
      </SelectField>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </Dialog>
  )
}

type ApiKeyDialogProps = { onClose: () => void } & (
  | { apiKey: ApiKey; onChanged: () => void }
  | { apiKey?: never; onCreated: (key: FreshApiKey) => void }
)

/** Creates a key, or changes the name and scopes of an existing one. */
function ApiKeyDialog(props: ApiKeyDialogProps) {
  const { client } = usePortal()
  const id = useId()
  const { apiKey, onClose } = props
  const draft = useDraft({
    stored: apiKey ?? {},
    async save(patch) {
      if (props.apiKey) {
        await client.call('PATCH /api-keys/{key_id}', { key_id: props.apiKey.id }, patch as ApiKeyPatch)
        showToast(t.ui.saved)
        props.onChanged()
        onClose()
      } else {
        props.onCreated(await client.call('POST /api-keys', {}, newKey(patch)))
      }
    },
  })
  return (
    <Dialog
      title={apiKey ? p.keys.editTitle(apiKey.name) : p.keys.create}
      onClose={onClose}
      actions={
        <FormActions
          form={id}
          submit={apiKey ? t.ui.save : t.ui.create}
          busy={draft.busy}
          disabled={apiKey !== undefined && !draft.changed}
          onCancel={onClose}
        />
      }
    >
      <DraftForm draft={draft} id={id}>
        <DraftText at="/name" label={p.keys.name} hint={p.keys.nameHint} required />
        <ScopeFields />
        {!apiKey && <DraftText at="/expires_at" label={p.keys.endOn} hint={p.keys.endHint} type="date" />}
      </DraftForm>
    </Dialog>
  )
}

/** A key is valid until the end of its last day, in local time. */
function newKey({ expires_at: end, ...rest }: Record<string, unknown>): ApiKeyInput {
  const input = { name: '', scopes: [], ...rest }
  return typeof end === 'string' ? { ...input, expires_at: new Date(`${end}T23:59:59`).toISOString() } : input
}

type Scope = ApiKey['scopes'][number]

function ScopeFields() {
  const draft = useDraftField('/scopes')
  const id = useId()
  const chosen = (draft.value('/scopes') ?? []) as Scope[]
  const error = draft.faultAt('/scopes')
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? id : undefined}>
      <legend>{p.keys.scopes}</legend>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          label={p.keys.scope[scope]}
          hint={p.keys.scopeHint[scope]}
          checked={chosen.includes(scope)}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { checked } }) =>
            draft.set(
              '/scopes',
              scopes.filter((one) => (one === scope ? checked : chosen.includes(one))),
            )
          }
        />
      ))}
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
