export const inbox = {
  title: 'Inbox',
  unread: 'Unread',
  recent: 'Recent conversations',
  nothingUnread: 'You are all caught up.',
  nothingRecent: 'Conversations you take part in appear here.',
  markAllRead: 'Mark all messages as read',
  markRead: (place: string) => `Mark ${place} as read`,
  more: 'Show older conversations',
  you: 'You',
}
