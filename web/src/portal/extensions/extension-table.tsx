import type { Extension } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { RowLink, SelectRow, Table } from '../../ui/table.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { usePortal } from '../shell/portal-context.ts'
import { linkTo } from '../shell/portal-path.ts'
import styles from './extensions.module.css'
import { SubscriberBadges } from './subscriber-badges.tsx'
import type { Subscriber } from './use-subscribers.ts'

export function ExtensionTable({
  instanceUuid,
  extensions,
  subscriberOf,
  selection,
}: {
  instanceUuid: string
  extensions: readonly Extension[]
  subscriberOf: (extension: Extension) => Subscriber
  selection: Selection<Extension>
}) {
  const { mayManage } = usePortal()
  const { number, name, user, purpose, state } = p.extensions
  return (
    <Table
      label={p.extensions.table}
      selection={
        mayManage
          ? {
              label: p.bulk.selectAll,
              state: selection.state(extensions),
              onToggle: () => selection.toggleAll(extensions),
            }
          : undefined
      }
      headings={[number, name, state, user, purpose]}
    >
      {extensions.map((extension) => (
        <tr key={extension._id}>
          {mayManage && (
            <SelectRow
              label={p.bulk.select(String(extension.data.id))}
              checked={selection.has(extension)}
              onToggle={() => selection.toggle(extension)}
            />
          )}
          <td>
            <RowLink className={styles.number} {...linkTo('extensions', instanceUuid, extension._id)}>
              {extension.data.id}
            </RowLink>
          </td>
          <td className={styles.name}>
            {extension.data.name}
            {extension.data.description && <small>{extension.data.description}</small>}
          </td>
          <td>
            <SubscriberBadges subscriber={subscriberOf(extension)} />
          </td>
          <td data-label={user}>
            {extension.user ? (
              `${extension.user.first_name} ${extension.user.last_name}`
            ) : (
              <span className={styles.faint}>{p.extensions.nobody}</span>
            )}
          </td>
          <td>{purposeText(extension.purpose)}</td>
        </tr>
      ))}
    </Table>
  )
}

export const purposeText = (purpose: string) =>
  (p.extensions.purposes as Record<string, string>)[purpose] ?? purpose
