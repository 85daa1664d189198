import type { Extension, ExtensionPatch } from '@switchboard/client/telephony'
import { Pencil, Trash2 } from 'lucide-react'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type { BulkField } from '../../resource/bulk-edit-dialog.tsx'
import type { BulkAction } from '../../resource/resource.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { formFields } from '../extension-form/extension-fields.ts'

/** Changes or deletes the selected extensions. */
export function extensionBulk(client: TelephonyClient, instanceUuid: string): BulkAction<Extension>[] {
  const placeOf = ({ _id }: Extension) => ({ instance_uuid: instanceUuid, extension_id: _id })
  return [
    {
      label: t.ui.edit,
      icon: <Pencil />,
      title: p.extensions.bulkEdit,
      fields: bulkFields(),
      work: (item, patch) =>
        client.call(
          'PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}',
          placeOf(item),
          patch as ExtensionPatch,
        ),
    },
    {
      label: t.ui.delete,
      icon: <Trash2 />,
      look: 'danger',
      title: p.extensions.bulkDelete,
      text: p.extensions.bulkDeleteText,
      work: (item) =>
        client.call('DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}', placeOf(item)),
    },
  ]
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
