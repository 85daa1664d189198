/** Arguments of a typical call, by verb and path. The people are those of the demo organization. */
export const exampleArguments: Record<string, Record<string, unknown>> = {
  'POST /messages': { type: 'stream', to: 'test', topic: 'lunch', content: 'Pizza, **today**?' },
  'GET /messages': {
    use_first_unread_anchor: true,
    num_before: 20,
    num_after: 20,
    narrow: [{ operator: 'stream', operand: 'test' }],
  },
  'PATCH /messages/:message_id': { message_id: 42, content: 'Pizza, **tomorrow**?' },
  'DELETE /messages/:message_id': { message_id: 42 },
  'GET /messages/:message_id/history': { message_id: 42 },
  'POST /mark_stream_as_read': { stream_id: 3 },
  'POST /mark_topic_as_read': { stream_id: 3, topic_name: 'lunch' },
  'GET /users/me/subscriptions': { include_subscribers: true },
  'POST /users/me/subscriptions': {
    subscriptions: [{ name: 'design', description: 'How things should look.' }],
    principals: ['ben@example.com', 'cleo@example.com'],
  },
  'DELETE /users/me/subscriptions': { subscriptions: ['design'] },
  'GET /streams': { include_default: true },
  'PATCH /users/me/subscriptions/muted_topics': { stream: 'test', topic: 'lunch', op: 'add' },
  'POST /register': { event_types: ['message', 'subscription'], apply_markdown: true },
  'GET /events': { queue_id: 'QUEUE_ID', last_event_id: -1 },
  'DELETE /events': { queue_id: 'QUEUE_ID' },
  'GET /users': { include_custom_profile_fields: true },
  'POST /users/me/alert_words': { alert_words: ['deadline'] },
  'DELETE /users/me/alert_words': { alert_words: ['deadline'] },
  'POST /dev_fetch_api_key': { username: 'ada@example.com' },
  'POST /external/:integration_name': { integration_name: 'helloworld', stream: 'test', topic: 'wikipedia' },
}

/** What the example integration is sent. */
export const examplePayload = {
  featured_title: 'Marilyn Monroe',
  featured_url: 'https://en.wikipedia.org/wiki/Marilyn_Monroe',
}
