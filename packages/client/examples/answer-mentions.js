/** Answers everybody who mentions the bot, where they did: in the topic of a stream, or in private. */
import { connectChat, followEvents } from '@switchboard/client'

const { SERVER: server, BOT_EMAIL: email, BOT_KEY: apiKey } = process.env
const chat = connectChat({ server, email, apiKey })

const register = { event_types: ['message'] }
const onRegistered = () => console.log('Listening')
for await (const event of followEvents(chat, { register, onRegistered })) {
  if (event.type !== 'message' || event.message.sender_email === email) continue
  const { message, flags } = event
  const isPrivate = message.type === 'private'
  if (!isPrivate && !flags.includes('mentioned')) continue
  const content = `Hello @**${message.sender_full_name}**, it is ${new Date().toISOString()}.`
  const place = isPrivate
    ? { type: 'private', to: JSON.stringify(message.display_recipient.map(({ id }) => id)) }
    : { type: 'stream', to: String(message.stream_id), topic: message.subject }
  await chat.call('POST /messages', { ...place, content })
}
