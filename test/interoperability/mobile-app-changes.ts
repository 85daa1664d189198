import type { ApiClient } from '../harness/api-client.ts'
import type { Wire } from './mobile-app-fields.ts'

/** One change for each kind of event. */
export async function changeEverything(ada: ApiClient, ben: ApiClient, start: Wire): Promise<void> {
  const test = start.subscriptions.find((one: Wire) => one.name === 'test').stream_id
  const [cooks] = start.realm_user_groups
  const me = start.user_id
  const sent = await ada.post('/messages', { type: 'stream', to: 'test', topic: 'soup', content: 'Leek' })
  const { id } = sent.body
  await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await ada.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await ada.patch(`/messages/${id}`, { content: 'Leek soup' })
  await ada.patch(`/messages/${id}`, { topic: 'stew' })
  await ben.post('/messages/flags', { messages: `[${id}]`, flag: 'read', op: 'add' })
  await ben.post('/messages/flags', { messages: `[${id}]`, flag: 'read', op: 'remove' })
  const poll = await ada.post('/messages', {
    type: 'stream',
    to: 'test',
    topic: 'soup',
    content: '/poll Which?',
  })
  await ada.post('/submessage', {
    message_id: poll.body.id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'new_option', idx: 1, option: 'Leek' }),
  })
  const wrong = await ada.post('/messages', { type: 'stream', to: 'test', topic: 'soup', content: 'Oops' })
  await ada.delete(`/messages/${wrong.body.id}`)
  const secret = await ada.post('/messages', { type: 'private', to: `[${me}]`, content: 'Oops' })
  await ada.delete(`/messages/${secret.body.id}`)
  await ada.post('/typing', { op: 'start', to: `[${me}]` })
  await ada.post('/typing', { op: 'stop', type: 'stream', stream_id: test, topic: 'soup' })
  await ada.post('/users/me/status', { status_text: 'Cooking' })
  const dora = await ada.post('/users', {
    email: 'dora@example.com',
    full_name: 'Dora',
    password: 'a long enough password',
  })
  await ada.delete(`/users/${dora.body.user_id}`)
  await ada.post(`/users/${dora.body.user_id}/reactivate`)
  await ada.patch('/settings', { full_name: 'Ada L.' })
  await ada.post('/users/me/presence', { status: 'idle', client: 'phone' })
  await ada.post('/users/me/subscriptions', {
    subscriptions: '[{"name":"kitchen"}]',
    principals: '["ben@example.com", "ada@example.com"]',
  })
  await ada.post('/users/me/subscriptions', {
    subscriptions: '[{"name":"attic"}]',
    principals: '["ben@example.com", "ada@example.com"]',
  })
  const { stream_id: attic } = (await ada.get('/get_stream_id', { stream: 'attic' })).body
  await ada.delete(`/streams/${attic}`)
  await ada.delete('/users/me/subscriptions', { subscriptions: '["kitchen"]' })
  await ben.delete('/users/me/subscriptions', { subscriptions: '["kitchen"]' })
  await ada.patch(`/streams/${test}`, { description: 'Food' })
  await ben.post('/users/me/subscriptions/properties', {
    subscription_data: JSON.stringify([{ stream_id: test, property: 'pin_to_top', value: true }]),
  })
  await ada.post('/user_groups/create', { name: 'bakers', description: '', members: '[]' })
  const groups = (await ada.get('/user_groups')).body.user_groups
  const bakers = groups.find((one: Wire) => one.name === 'bakers').id
  await ada.patch(`/user_groups/${cooks.id}`, { name: 'chefs', description: 'Who cooks' })
  await ada.post(`/user_groups/${cooks.id}/members`, { add: `[${me}]` })
  await ada.post(`/user_groups/${cooks.id}/members`, { delete: `[${me}]` })
  await ada.post(`/user_groups/${cooks.id}/subgroups`, { add: `[${bakers}]` })
  await ada.post(`/user_groups/${cooks.id}/subgroups`, { delete: `[${bakers}]` })
  await ada.delete(`/user_groups/${bakers}`)
  const made = await ada.post('/channel_folders/create', { name: 'Food', description: '' })
  const { channel_folder_id: food } = made.body
  await ada.patch(`/channel_folders/${food}`, { name: 'Meals' })
  const more = await ada.post('/channel_folders/create', { name: 'Drinks', description: '' })
  await ada.patch('/channel_folders', { order: `[${more.body.channel_folder_id}, ${food}]` })
  const saved = await ben.post('/saved_snippets', { title: 'Thanks', content: 'Thank you!' })
  await ben.patch(`/saved_snippets/${saved.body.saved_snippet_id}`, { title: 'Thank you' })
  await ben.delete(`/saved_snippets/${saved.body.saved_snippet_id}`)
  await ben.post('/users/me/alert_words', { alert_words: '["soup"]' })
  const gus = start.realm_users.find((one: Wire) => one.email === 'gus@example.com').user_id
  await ben.post(`/users/me/muted_users/${gus}`)
  await ben.patch('/settings', { twenty_four_hour_time: 'true' })
  await ben.post('/user_topics', { stream_id: `${test}`, topic: 'soup', visibility_policy: '3' })
  await ada.post('/realm/profile_fields', { name: 'Dish', field_type: '1', hint: '' })
}
