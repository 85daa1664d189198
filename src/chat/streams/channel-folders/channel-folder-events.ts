import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { ChannelFolderView } from './channel-folder-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    channel_folder:
      | { op: 'add'; channel_folder: ChannelFolderView }
      | { op: 'update'; channel_folder_id: number; data: ChannelFolderData }
      | { op: 'reorder'; order: readonly number[] }
  }
}

/** What changed. */
export type ChannelFolderData = Partial<
  Pick<ChannelFolderView, 'name' | 'description' | 'rendered_description' | 'is_archived'>
>

/** Sent to everyone, guests included: their streams can be in any folder. */
export const channelFolderChanged = (
  payload: ChatEventMap['channel_folder'],
): NewChatEvent<'channel_folder'> => ({ type: 'channel_folder', audience: { role: 'everyone' }, payload })
