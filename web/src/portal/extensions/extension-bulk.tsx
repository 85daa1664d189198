import type { Extension, ExtensionPatch } from '@switchboard/client/telephony'
import { Pencil, Trash2 } from 'lucide-react'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type { BulkField } from '../../resource/bulk-dialog.tsx'
import type { BulkAction } from '../../resource/resource.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'

/** What can be changed in many at once. A user has one extension, and so can only be taken from them. */
export type ExtensionChanges = Pick<ExtensionPatch, 'purpose' | 'data'> & { user?: null }

/** Changes or deletes the selected extensions. */
export function extensionBulk(
  client: TelephonyClient,
  instanceUuid: string,
): BulkAction<Extension, ExtensionChanges>[] {
  const placeOf = ({ _id }: Extension) => ({ instance_uuid: instanceUuid, extension_id: _id })
  return [
    {
      label: t.ui.edit,
      icon: <Pencil />,
      title: p.extensions.bulkEdit,
      fields: bulkFields(),
      work: (item, patch) =>
        client.call('PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}', placeOf(item), patch),
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

const purposes = ['ip-phone', 'mobile-app', ''] as const

const recordings = [
  'recording_in_external',
  'recording_in_internal',
  'recording_out_external',
  'recording_out_internal',
] as const

/** What many extensions have in common. Whatever identifies one is missing. */
function bulkFields(): BulkField<ExtensionChanges>[] {
  const { fields, nobody, options } = p.extensions
  const offer = <Value extends string>(...values: Value[]) =>
    values.map((value) => ({ value, text: options[value] ?? value }))
  return [
    {
      pointer: '/purpose',
      label: p.extensions.purpose,
      options: purposes.map((value) => ({ value, text: p.extensions.purposes[value] })),
    },
    { pointer: '/user', label: p.extensions.user, options: [{ value: null, text: nobody }] },
    { pointer: '/data/voicemail_enable', label: fields.voicemail_enable, options: offer('yes', 'no') },
    {
      pointer: '/data/callwaiting_enable',
      label: fields.callwaiting_enable,
      options: offer('ENABLED', 'DISABLED'),
    },
    ...recordings.map((name) => ({
      pointer: `/data/${name}` as const,
      label: fields[name],
      options: offer('dontcare', 'force', 'yes', 'no', 'never'),
    })),
    {
      pointer: '/data/recording_ondemand',
      label: fields.recording_ondemand,
      options: offer('disabled', 'enabled', 'override'),
    },
  ]
}
