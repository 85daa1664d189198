import { callChat } from '../../api/chat-api.ts'
import type { UserGroup } from '../../chat/state/chat-state.ts'

export interface GroupInput {
  name: string
  description: string
  members: readonly number[]
}

/** Name and members are two requests. The members come last: a user who leaves the group may no longer change it. */
export async function saveGroup(group: UserGroup | undefined, input: GroupInput): Promise<void> {
  const { name, description, members } = input
  if (!group) {
    await callChat('POST /user_groups/create', { name, description, members: [...members] })
    return
  }
  if (name !== group.name || description !== group.description) {
    await callChat('PATCH /user_groups/{user_group_id}', { user_group_id: group.id, name, description })
  }
  const added = members.filter((id) => !group.members.includes(id))
  const removed = group.members.filter((id) => !members.includes(id))
  if (added.length === 0 && removed.length === 0) return
  await callChat('POST /user_groups/{user_group_id}/members', {
    user_group_id: group.id,
    add: added,
    delete: removed,
  })
}
