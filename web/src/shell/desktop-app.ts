/** A notice of the desktop app. Its `tag` comes back with a reply. */
export interface DesktopNotice {
  close: () => void
}

/** What the desktop app tells the page. There is no way to stop listening. */
interface DesktopEvents {
  logout: () => void
  'show-keyboard-shortcuts': () => void
  'show-notification-settings': () => void
  send_notification_reply_message: (tag: string | number, reply: string) => void
  'show-download-success': (title: string, description: string) => void
}

/** What the page tells the desktop app. */
interface PageEvents {
  total_unread_count: [count: number]
  realm_name: [name: string]
  realm_icon_url: [url: string]
  send_notification_reply_message_failed: [failure: { message_id: number; error: string }]
}

/**
 * `window.electron_bridge`, by which the desktop app of the API family and the page that it shows talk to each other.
 * Older versions of the app lack what is optional.
 */
interface DesktopApp {
  send_event: <Name extends keyof PageEvents>(name: Name, ...values: PageEvents[Name]) => unknown
  on_event: <Name extends keyof DesktopEvents>(name: Name, listener: DesktopEvents[Name]) => void
  /** `dispatch` is called with `click`, among others. */
  new_notification?: (
    title: string,
    options: NotificationOptions,
    dispatch: (type: string, event: EventInit) => boolean,
  ) => DesktopNotice
  /** Whether nobody uses the computer, also outside of the app. */
  get_idle_on_system?: () => boolean
  set_send_notification_reply_message_supported?: (isSupported: boolean) => void
}

/** undefined: this is an ordinary browser. An element with this name, which a page could contain, is not the app. */
export function desktopApp(): DesktopApp | undefined {
  const { electron_bridge: bridge } = window as { electron_bridge?: DesktopApp | Element }
  return bridge instanceof Element ? undefined : bridge
}
