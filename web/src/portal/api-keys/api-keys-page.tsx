import type { ApiKey, ApiKeyInput } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type { Column, Resource, ResourceDialogProps } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowButton } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './api-keys-page.module.css'

/** In the order of the server, so that the same choice is the same list. */
const scopes: readonly ApiKey['scopes'][number][] = ['read', 'write', 'admin']

const DAY = 86_400

const overlaps = [0, 3600, DAY, 7 * DAY, 30 * DAY] as const

/** The key itself is known when it has just been made. */
type ShownKey = ApiKey & { key?: string }

/** The API keys that programs and this portal use to act for the company. */
export function ApiKeysPage(_: { path: readonly string[] }) {
  const { client, refresh } = usePortal()
  const resource: Resource<ShownKey, ApiKeyInput> = {
    title: p.keys.title,
    intro: p.keys.intro,
    query: useQuery({
      queryKey: portalKeys.apiKeys,
      queryFn: ({ signal }) => client.call('GET /api-keys', {}, undefined, { signal }),
    }),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <KeyRound />, title: p.keys.none },
    columns: keyColumns(client),
    menu: ({ name, ending }) => p.keys.actionsFor(name, ending),
    actions: (key, open) => [
      [
        { label: t.ui.edit, icon: <Pencil />, onChoose: () => open('edit') },
        {
          label: p.keys.rotate,
          icon: <RefreshCw />,
          disabled: isExpired(key) || key.replaced_by !== null,
          onChoose: () => open('rotate'),
        },
      ],
      [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: () => open('delete') }],
    ],
    create: { label: p.keys.create, icon: <KeyRound /> },
    form: {
      title: (key) => (key ? p.keys.editTitle(key.name) : p.keys.create),
      fields: (_draft, key) => [
        { at: '/name', label: p.keys.name, hint: p.keys.nameHint, required: true },
        {
          kind: 'several',
          at: '/scopes',
          label: p.keys.scopes,
          options: scopes.map((value) => ({
            value,
            text: p.keys.scope[value],
            hint: p.keys.scopeHint[value],
          })),
        },
        ...(key
          ? []
          : [
              {
                at: '/expires_at' as const,
                label: p.keys.endOn,
                hint: p.keys.endHint,
                type: 'date' as const,
              },
            ]),
      ],
      create: {
        fresh: { name: '', scopes: [] },
        save: (key) => client.call('POST /api-keys', {}, endingAtNight(key)),
        next: 'fresh',
      },
      change: {
        storedOf: (key) => key,
        save: ({ id }, patch) => client.call('PATCH /api-keys/{key_id}', { key_id: id }, patch),
      },
    },
    remove: {
      title: ({ name }) => p.keys.deleteTitle(name),
      text: (key) => (
        <>
          <p>{p.keys.deleteText}</p>
          {isOwnKey(key, client) && <Notice look="warning">{p.keys.deleteOwn}</Notice>}
        </>
      ),
      async run({ id }) {
        await client.call('DELETE /api-keys/{key_id}', { key_id: id })
        // If it was the key of this session, the portal signs out.
        refresh()
      },
      done: ({ name }) => p.keys.deleted(name),
    },
    dialogs: {
      rotate: (props) => <RotateKeyDialog {...props} />,
      fresh: ({ item, onClose }) => <FreshKeyDialog apiKey={item} onClose={onClose} />,
    },
  }
  return <ResourceList resource={resource} />
}

const isExpired = ({ expires_at: end }: ApiKey) => end !== null && Date.parse(end) <= Date.now()

/** Whether it seems to be the key of this session: the server shows only the ends of keys. */
const isOwnKey = ({ ending }: ApiKey, { caller }: TelephonyClient) =>
  caller.kind === 'key' && caller.apiKey.endsWith(ending)

const keyColumns = (client: TelephonyClient): Column<ApiKey>[] => [
  {
    heading: p.keys.name,
    cell: (key, open) => (
      <span className={styles.row}>
        <RowButton onClick={() => open('edit')}>{key.name}</RowButton>
        {isOwnKey(key, client) && <Badge look="accent">{p.keys.own}</Badge>}
      </span>
    ),
  },
  { heading: p.keys.key, cell: ({ ending }) => <code>…{ending}</code> },
  {
    heading: p.keys.scopes,
    cell: (key) => (
      <span className={styles.row}>
        {key.scopes.map((scope) => (
          <Badge key={scope}>{p.keys.scope[scope]}</Badge>
        ))}
      </span>
    ),
  },
  {
    heading: p.keys.lastUse,
    labelled: true,
    cell: ({ last_used_at: used }) => (used ? <DateTime at={used} /> : t.ui.never),
  },
  {
    heading: p.keys.end,
    labelled: true,
    cell: (key) => (
      <span className={styles.row}>
        {key.expires_at ? <DateTime at={key.expires_at} /> : t.ui.never}
        {isExpired(key) && <Badge look="danger">{p.keys.expired}</Badge>}
        {key.replaced_by !== null && !isExpired(key) && <Badge>{p.keys.replaced}</Badge>}
      </span>
    ),
  },
  {
    heading: p.keys.createdAt,
    labelled: true,
    cell: ({ created_at: at }) => <DateTime at={at} only="date" />,
  },
]

/** A key is valid until the end of its last day, in local time. */
function endingAtNight({ expires_at: end, ...rest }: ApiKeyInput): ApiKeyInput {
  return end ? { ...rest, expires_at: new Date(`${end}T23:59:59`).toISOString() } : rest
}

/** The only time that the key itself can be seen. */
function FreshKeyDialog({ apiKey, onClose }: { apiKey: ShownKey; onClose: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <Dialog
      title={p.keys.freshTitle(apiKey.name)}
      // An accidental click must not lose the key.
      onClose={() => (asked ? onClose() : setAsked(true))}
      actions={
        <>
          <CopyButton text={apiKey.key ?? ''} label={p.keys.copyKey} />
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

/** Replaces a key. The old one stays valid for a while, so that clients can switch. */
function RotateKeyDialog({ item: { id, name }, onClose, open, reload }: ResourceDialogProps<ShownKey>) {
  const { client } = usePortal()
  const [overlap, setOverlap] = useState<number>(DAY)
  const submit = useSubmit()
  const rotate = () =>
    submit.run(async () => {
      const body = { overlap_seconds: overlap }
      const fresh = await client.call('POST /api-keys/{key_id}/rotate', { key_id: id }, body)
      reload()
      open('fresh', fresh)
    })
  return (
    <Dialog
      title={p.keys.rotateTitle(name)}
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
