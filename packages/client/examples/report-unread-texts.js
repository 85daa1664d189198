/** Posts texts to a stream of the chat that nobody has read for some minutes. */

import { connectChat, connectTelephony, openTelephonySocket } from '@switchboard/client'
import { io } from 'socket.io-client'

const {
  SERVER: server,
  BOT_EMAIL: email,
  BOT_KEY,
  COMPANY_KEY,
  STREAM = 'general',
  MINUTES = '10',
} = process.env
const chat = connectChat({ server, email, apiKey: BOT_KEY })
const phones = connectTelephony({ server, apiKey: COMPANY_KEY, userId: 'primary' })

async function reportIfUnread({ id, conversation_id, frm, text }) {
  const texts = await phones.call('GET /texting/v2/conversations/{conversation_id}/messages', {
    conversation_id,
  })
  if (texts.find((one) => one.id === id)?.is_read !== false) return
  const content = `Unread for ${MINUTES} minutes:\n> ${text.replaceAll('\n', '\n> ')}`
  await chat.call('POST /messages', { type: 'stream', to: STREAM, topic: `Text from ${frm}`, content })
}

openTelephonySocket(io, { server, apiKey: COMPANY_KEY }).listen(({ name, payload }) => {
  if (name === 'authenticated') console.log('Listening')
  if (name !== 'texting.message.new' || payload.direction !== 'inbound') return
  setTimeout(() => reportIfUnread(payload).catch(console.error), Number(MINUTES) * 60_000)
})
