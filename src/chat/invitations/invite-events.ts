/** Something about the invitations is new: whoever shows them asks for the list again. */
export function invitesChanged(inviterId: number) {
  return {
    type: 'invites_changed',
    audience: { role: 'administrators' as const, users: [inviterId] },
    payload: {},
  }
}
