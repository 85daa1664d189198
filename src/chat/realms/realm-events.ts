/** Tells every process to read the organization anew; clients see changed settings in events of their own. */
export function realmChanged(realmId: number) {
  return { type: 'realm_changed', audience: { users: [] }, payload: { realm_id: realmId } }
}
