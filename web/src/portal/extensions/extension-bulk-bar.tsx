import type { Extension, ExtensionPatch } from '@switchboard/client/telephony'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { BulkEditDialog, type BulkField } from '../bulk/bulk-edit-dialog.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { formFields } from '../extension-form/extension-fields.ts'
import { usePortal } from '../shell/portal-context.ts'

interface ExtensionBulkBarProps {
  instanceUuid: string
  selection: Selection<Extension>
}

/** Changes or deletes the selected extensions. */
export function ExtensionBulkBar({ instanceUuid, selection }: ExtensionBulkBarProps) {
  const { client } = usePortal()
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const { items } = selection
  const placeOf = ({ _id }: Extension) => ({ instance_uuid: instanceUuid, extension_id: _id })
  const dialog = {
    items,
    nameOf: ({ data }: Extension) => `${data.id} ${data.name}`,
    onDone: selection.keep,
    onClose: () => setAsked(undefined),
  }
  return (
    <>
      <BulkBar count={items.length} onClear={() => selection.keep([])}>
        <Button size="small" icon={<Pencil />} onClick={() => setAsked('edit')}>
          {t.ui.edit}
        </Button>
        <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setAsked('delete')}>
          {t.ui.delete}
        </Button>
      </BulkBar>
      {asked === 'edit' && (
        <BulkEditDialog
          {...dialog}
          title={p.extensions.bulkEdit(items.length)}
          fields={bulkFields()}
          save={(item, patch) =>
            client.call(
              'PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}',
              placeOf(item),
              patch as ExtensionPatch,
            )
          }
        />
      )}
      {asked === 'delete' && (
        <BulkDialog
          {...dialog}
          title={p.extensions.bulkDelete(items.length)}
          confirm={t.ui.delete}
          work={(item) =>
            client.call('DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}', placeOf(item))
          }
        >
          {p.extensions.bulkDeleteText}
        </BulkDialog>
      )}
    </>
  )
}

const edited = /^(voicemail_enable|callwaiting_enable|recording_(in|out|ondemand).*)$/

/** What many extensions have in common. Whatever identifies one is missing. */
function bulkFields(): BulkField[] {
  const { purposes, nobody, options } = p.extensions
  return [
    {
      pointer: '/purpose',
      label: p.extensions.purpose,
      options: Object.entries(purposes).map(([value, text]) => ({ value, text })),
    },
    { pointer: '/user', label: p.extensions.user, options: [{ value: null, text: nobody }] },
    ...formFields
      .filter(({ name }) => edited.test(name))
      .map(({ name, pointer, options: values }) => ({
        pointer,
        label: p.extensions.fields[name],
        options: values.map((value) => ({ value, text: options[value] ?? value })),
      })),
  ]
}
