import type { ApiKey } from '@switchboard/client/telephony'
import { EllipsisVertical, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import { usePortal } from '../shell/portal-context.ts'
import styles from './api-keys.module.css'
import { isOwnKey } from './is-own-key.ts'

export type KeyAction = 'edit' | 'rotate' | 'delete'

type Ask = (action: KeyAction, key: ApiKey) => void

export function ApiKeyTable({ keys, onAsk }: { keys: readonly ApiKey[]; onAsk: Ask }) {
  return (
    <Table
      label={p.keys.title}
      headings={[p.keys.name, p.keys.key, p.keys.scopes, p.keys.lastUse, p.keys.end, p.keys.createdAt, '']}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onAsk={onAsk} />
      ))}
    </Table>
  )
}

function KeyRow({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: Ask }) {
  const { client } = usePortal()
  const {
    name,
    ending,
    scopes,
    created_at: made,
    expires_at: end,
    last_used_at: used,
    replaced_by: next,
  } = apiKey
  const expired = end !== null && Date.parse(end) <= Date.now()
  return (
    <tr>
      <td>
        <span className={styles.row}>
          <RowButton onClick={() => onAsk('edit', apiKey)}>{name}</RowButton>
          {isOwnKey(apiKey, client) && <Badge look="accent">{p.keys.own}</Badge>}
        </span>
      </td>
      <td>
        <code>…{ending}</code>
      </td>
      <td>
        <span className={styles.row}>
          {scopes.map((scope) => (
            <Badge key={scope}>{p.keys.scope[scope]}</Badge>
          ))}
        </span>
      </td>
      <td data-label={p.keys.lastUse}>{used ? <DateTime at={used} /> : t.ui.never}</td>
      <td data-label={p.keys.end}>
        <span className={styles.row}>
          {end ? <DateTime at={end} /> : t.ui.never}
          {expired && <Badge look="danger">{p.keys.expired}</Badge>}
          {next !== null && !expired && <Badge>{p.keys.replaced}</Badge>}
        </span>
      </td>
      <td data-label={p.keys.createdAt}>
        <DateTime at={made} only="date" />
      </td>
      <td>
        <Menu
          label={p.keys.actionsFor(name, ending)}
          icon={<EllipsisVertical />}
          groups={[
            [
              { label: t.ui.edit, icon: <Pencil />, onChoose: () => onAsk('edit', apiKey) },
              {
                label: p.keys.rotate,
                icon: <RefreshCw />,
                disabled: expired || next !== null,
                onChoose: () => onAsk('rotate', apiKey),
              },
            ],
            [
              {
                label: t.ui.delete,
                icon: <Trash2 />,
                look: 'danger',
                onChoose: () => onAsk('delete', apiKey),
              },
            ],
          ]}
        />
      </td>
    </tr>
  )
}
