import { Plus, TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { RowButtons } from '../row-buttons.tsx'
import { fieldTypeOf } from './field-types.ts'
import { OrderButtons } from './order-buttons.tsx'
import { ProfileFieldDialog } from './profile-field-dialog.tsx'

export function ProfileFieldsTab() {
  const fields = useChat((state) => state.profileFields)
  const [edited, setEdited] = useState<CustomProfileField | 'new'>()
  const [deleted, setDeleted] = useState<CustomProfileField>()
  const texts = t.organization.fields
  const sorted = [...fields].sort((one, other) => one.order - other.order)
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={sorted.length > 0 && add}>
      {sorted.length === 0 ? (
        <EmptyState icon={<TextCursorInput />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <Table label={texts.title} headings={[texts.order, texts.name, texts.type, texts.hint, '']}>
          {sorted.map((field, index) => (
            <tr key={field.id}>
              <td>
                <OrderButtons
                  name={field.name}
                  index={index}
                  ids={sorted.map(({ id }) => id)}
                  onOrder={(order) => callChat('PATCH /realm/profile_fields', { order })}
                />
              </td>
              <td>{field.name}</td>
              <td>{texts.types[fieldTypeOf(field.type)]}</td>
              <td>{field.hint}</td>
              <td>
                <RowButtons
                  name={field.name}
                  onEdit={() => setEdited(field)}
                  onDelete={() => setDeleted(field)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {edited && (
        <ProfileFieldDialog
          field={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle(deleted.name)}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /realm/profile_fields/{field_id}', { field_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
