/** The service of an outgoing webhook bot: it greets who mentions it, and rolls dice for `/roll 2`. */
import { createServer } from 'node:http'
import { connectChat } from '@switchboard/client'

const {
  SERVER: server,
  OWNER_EMAIL: email,
  OWNER_KEY: apiKey,
  BOT_ID,
  BOT_TOKEN,
  PORT = '8080',
} = process.env
const owner = connectChat({ server, email, apiKey })
const roll = { name: 'roll', parameters: '[dice]', description: 'Rolls one to ten dice' }
await owner.call('PUT /bots/{bot_id}/commands', { bot_id: Number(BOT_ID), commands: [roll] })

function replyTo({ command, message }) {
  if (command?.name !== 'roll') return { content: `Hello @**${message.sender_full_name}**, try /roll.` }
  const count = Number(command.arguments || 1)
  if (!(count >= 1 && count <= 10)) return { content: 'I have one to ten dice.', response_type: 'ephemeral' }
  const dice = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 6))
  return { content: `${message.sender_full_name} rolled **${dice.join(', ')}**.` }
}

createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
  if (body.token !== BOT_TOKEN) return response.writeHead(401).end()
  response.end(JSON.stringify(replyTo(body)))
}).listen(Number(PORT), '127.0.0.1', () => console.log('Listening'))
