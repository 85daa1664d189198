import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { eventually, postFax } from '../../../harness/fax-world.ts'
import { formOf } from '../../../harness/form-of.ts'
import type { TelephonyWorld } from '../../../harness/telephony-world.ts'

export interface Things {
  /** for the parameters of paths; `texting_contact_id` stands for the `contact_id` of the texting */
  ids: Record<string, string>
  messageIds: string[]
  /** of Ben's extension */
  secrets: string[]
}

const NUMBER = '+12025550101'

/** Acme gets one of each thing that an operation can name. Ben's phone and number are his own. */
export async function makeThings({ ada, ben, demo, acmePbx, telephony }: TelephonyWorld): Promise<Things> {
  const list = `/instances/${acmePbx}/bulks/extensions`
  const user = { id: demo.acme.ben.id }
  const extension = (await ada.post(list, { data: { id: 7001, name: 'Ben at home' }, user })).body
  await ada.put(`/texting/numbers/${encodeURIComponent(NUMBER)}`, { users: [user.id] })
  const friend = (await ben.post('/texting/contacts', { number: '+12025550177', first_name: 'Friend' })).body
  const conversation = await ben.post('/texting/conversations', {
    recipients: [{ number: '+12025550177' }],
    from_number: NUMBER,
  })
  const texts = `/texting/conversations/${conversation.body.id}/messages/publish`
  const messages = (await ben.post(texts, { text: 'For few eyes' })).body
  const file = (await ben.post('/files', { name: 'plan.txt' })).body
  const { body, headers } = await formOf({ upfile: { bytes: Buffer.from('a plan'), name: 'plan.txt' } })
  await ben.call('POST', `/files/${file.id}/upload`, body, headers)
  const webhook = (await ada.post('/webhooks', { url: 'http://127.0.0.1:1/', events: ['*'] })).body
  await ada.post(`/webhooks/${webhook.id}/test`)
  const delivery = await eventually('a delivery', async () => {
    return (await ada.get(`/webhooks/${webhook.id}/deliveries`)).body?.[0]
  })
  const [{ internal_domain: domain }] = (await ada.get('/instances')).body
  await new Promise<void>((remove) =>
    (telephony.pbx as EmbeddedPbx).reportCall({
      kind: 'recorded',
      address: { domain, number: 7001 },
      call: 'a call',
      recording: 'a recording',
      read: async () => Buffer.alloc(32_044),
      remove: async () => remove(),
    }),
  )
  const { body: started } = await ben
    .with({ prefer: 'respond-async' })
    .post(`/instances/${acmePbx}/bulks/extensions/import`, [{ data: { id: 7100, name: 'Imported' } }])
  await ada.put('/texting/carrier', { host: '127.0.0.1', port: 1, system_id: 'acme', password: 'acme' })
  await ben.call('PUT', `/instances/${acmePbx}/extensions/${extension._id}/greeting`, toneFile(440, 1), {
    'content-type': 'audio/wav',
  })
  const addRoute = async (path: string, settings: object) =>
    (await ada.post(`/instances/${acmePbx}/${path}`, { name: 'Ours', ...settings })).body
  const menu = await addRoute('menus', { number: 7103 })
  await ada.call('PUT', `/instances/${acmePbx}/menus/${menu.id}/prompt`, toneFile(440, 1), {
    'content-type': 'audio/wav',
  })
  const pbx = telephony.pbx as EmbeddedPbx
  const [address, called] = [
    { domain, number: 1001 },
    { domain, number: 7001 },
  ]
  pbx.reportCall({ kind: 'callBegan', call: 'recorded', address, dialled: '7001' })
  pbx.reportCall({ kind: 'phoneCalled', call: 'recorded', address, called, outcome: 'answered' })
  pbx.reportCall({ kind: 'callEnded', call: 'recorded', address, result: 'answered' })
  await new Promise<void>((remove) =>
    pbx.reportCall({
      kind: 'callRecorded',
      address,
      call: 'recorded',
      read: async () => toneFile(440, 1),
      remove: async () => remove(),
    }),
  )
  const fax = missingDocumentPrograms ? { body: { id: 'f'.repeat(24) } } : await postFax(ben, makePdf())
  return {
    ids: {
      instance_uuid: acmePbx,
      extension_id: extension._id,
      contact_id: user.id,
      texting_contact_id: friend.id,
      ring_group_id: (await addRoute('ring-groups', { number: 7101, members: ['7001'] })).id,
      business_hours_id: (
        await addRoute('business-hours', {
          ...{ number: 7102, time_zone: 'UTC', open_destination: '7001' },
          switched_by: ['7001'],
        })
      ).id,
      menu_id: menu.id,
      conference_id: (await addRoute('conference-rooms', { number: 7105, moderators: ['7001'] })).id,
      parking_id: (await addRoute('parking-lots', { number: 7106, first_slot: 7107, last_slot: 7108 })).id,
      paging_id: (await addRoute('paging-groups', { number: 7110, members: ['7001'] })).id,
      name_directory_id: (await addRoute('name-directories', { number: 7111 })).id,
      queue_id: (await addRoute('queues', { number: 7104, members: ['7001'] })).id,
      agent_number: '7001',
      location_id: (await ada.get('/company/locations')).body[0].id,
      conversation_id: conversation.body.id,
      number: NUMBER,
      call_id: (await ben.get('/cdrs')).body[0].id,
      fax_id: fax.body.id,
      message_id: (await ben.get('/voicemail/messages')).body[0].id,
      destination_id: (await ada.post('/fax/destinations', { emails: ['faxes@example.com'] })).body.id,
      device_id: (
        await ada.post(`/instances/${acmePbx}/devices`, {
          vendor: 'snom',
          label: 'Desk',
          mac: '000413aabbcc',
          extensions: [7001],
        })
      ).body.id,
      trunk_id: (await ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.200' })).body.id,
      did_id: (await ada.post('/dids', { number: '+12025550123', destination: { kind: 'fax' } })).body.id,
      outbound_route_id: (await ada.post('/outbound-routes', { name: 'Germany', patterns: ['+49.'] })).body
        .id,
      file_id: file.id,
      blocked_number_id: (await ben.post('/blocked-numbers', { number: '+12025550166' })).body.id,
      import_id: started.id,
      key_id: (await ada.post('/api-keys', { name: 'One more', scopes: ['read'] })).body.id,
      webhook_id: webhook.id,
      delivery_id: delivery.id,
    },
    messageIds: messages.map(({ id }: { id: string }) => id),
    secrets: [extension.data.secret, extension.data.password, extension.data.voicemail_vmpwd],
  }
}
