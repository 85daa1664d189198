import { type Static, Type } from '@sinclair/typebox'
import type { Socket } from 'socket.io'

export const UnauthorizedSchema = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        message: Type.String(),
        code: Type.Literal('invalid_token'),
        type: Type.Literal('UnauthorizedError'),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/** Says why, then hangs up. */
export function refuse(socket: Socket, message: string): void {
  const payload: Static<typeof UnauthorizedSchema> = {
    message,
    data: { message, code: 'invalid_token', type: 'UnauthorizedError' },
  }
  socket.emit('unauthorized', payload)
  socket.disconnect(true)
}
