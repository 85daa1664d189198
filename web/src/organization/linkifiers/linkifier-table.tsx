import { callChat } from '../../api/chat-api.ts'
import type { Linkifier } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Table } from '../../ui/table.tsx'
import { OrderButtons } from '../profile-fields/order-buttons.tsx'
import { RowButtons } from '../row-buttons.tsx'

/** In the order in which they are tried. */
export function LinkifierTable({
  linkifiers,
  onEdit,
  onDelete,
}: {
  linkifiers: readonly Linkifier[]
  onEdit: (linkifier: Linkifier) => void
  onDelete: (linkifier: Linkifier) => void
}) {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const texts = t.organization.linkifiers
  const ids = linkifiers.map(({ id }) => id)
  const columns = [texts.pattern, texts.url]
  return (
    <Table label={texts.title} headings={isAdmin ? [texts.order, ...columns, ''] : columns}>
      {linkifiers.map((linkifier, index) => (
        <tr key={linkifier.id}>
          {isAdmin && (
            <td>
              <OrderButtons
                name={linkifier.pattern}
                index={index}
                ids={ids}
                onOrder={(order) => callChat('PATCH /realm/linkifiers', { ordered_linkifier_ids: order })}
              />
            </td>
          )}
          <td>
            <code>{linkifier.pattern}</code>
          </td>
          <td>
            <code>{linkifier.url_template}</code>
          </td>
          {isAdmin && (
            <td>
              <RowButtons
                name={linkifier.pattern}
                onEdit={() => onEdit(linkifier)}
                onDelete={() => onDelete(linkifier)}
              />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}
