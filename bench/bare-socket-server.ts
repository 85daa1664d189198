import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** Nothing but socket.io: every POST to /emit goes to all sockets. */
const server = createServer((request, response) => {
  if (request.url !== '/emit') return
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    io.emit('user_status_updated', JSON.parse(text))
    response.end('ok')
  })
})
const io = new Server(server, { path: '/ws/' })
process.once('SIGTERM', () => process.exit(0))
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
