/** To all clients of the one whose pointer it is. */
export function pointerMoved(userId: number, pointer: number) {
  return { type: 'pointer', audience: { users: [userId] }, payload: { pointer } }
}
