import { useQuery } from '@tanstack/react-query'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { renderedHtml } from '../../chat/rendered-html.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { Linkifier } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState } from '../../ui/view-states.tsx'
import { OrderButtons } from '../profile-fields/order-buttons.tsx'
import { RowButtons } from '../row-buttons.tsx'
import { LinkifierDialog } from './linkifier-dialog.tsx'
import styles from './linkifier-trial.module.css'

/** Which texts become links. Administrators change them; everybody may try them. */
export function LinkifiersTab() {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const linkifiers = useChat((state) => state.linkifiers)
  const [edited, setEdited] = useState<Linkifier | 'new'>()
  const [deleted, setDeleted] = useState<Linkifier>()
  const texts = t.organization.linkifiers
  const add = isAdmin && (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={linkifiers.length > 0 && add}>
      {linkifiers.length === 0 ? (
        <EmptyState icon={<Link2 />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <LinkifierTable linkifiers={linkifiers} onEdit={setEdited} onDelete={setDeleted} />
          <Card title={texts.trial}>
            <LinkifierTrial />
          </Card>
        </>
      )}
      {edited && (
        <LinkifierDialog
          linkifier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /realm/filters/{filter_id}', { filter_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint(deleted.pattern)}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

/** What becomes of a text, as the server would send it. */
function LinkifierTrial() {
  const linkifiers = useChat((state) => state.linkifiers)
  const [text, setText] = useState('')
  const content = useDelayed(text.trim())
  const { data, error } = useQuery({
    queryKey: chatKeys.rendered(content, linkifiers),
    queryFn: async ({ signal }) =>
      content === '' ? '' : (await callChat('POST /messages/render', { content }, { signal })).rendered,
  })
  const texts = t.organization.linkifiers
  return (
    <>
      <TextField label={texts.trialText} value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.result} role="status" aria-label={texts.trialResult}>
        {error !== null && <ErrorState error={error} />}
        {data ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
          <div dangerouslySetInnerHTML={renderedHtml(data)} />
        ) : (
          <p>{texts.trialHint}</p>
        )}
      </div>
    </>
  )
}

/** In the order in which they are tried. */
function LinkifierTable({
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
