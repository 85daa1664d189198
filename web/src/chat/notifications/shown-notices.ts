export const noticeTag = (messageId: number) => `message-${messageId}`

/** Removes the notices of the service worker about messages for which it is true, such as those that were read. */
export async function closeNotices(isDone: (messageId: number) => boolean): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const notice of (await worker?.getNotifications()) ?? []) {
    const [, id] = /^message-(\d+)$/.exec(notice.tag) ?? []
    if (id !== undefined && isDone(Number(id))) notice.close()
  }
}
