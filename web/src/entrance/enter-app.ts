import { callChat, rememberCsrfToken } from '../api/chat-api.ts'
import { deleteStoredChat } from '../api/delete-stored-chat.ts'
import { currentLanguage } from '../texts/language.ts'

/** Signs in and opens the app. If that needs more than the password, the sign-in page asks for it. */
export async function enterApp(username: string, password: string): Promise<void> {
  try {
    await signIn(username, password)
  } finally {
    location.replace('/')
  }
}

/** The same for a new account, which gets the language and time zone of the browser. */
export async function enterAppFirst(username: string, password: string): Promise<void> {
  try {
    await signIn(username, password)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await callChat('PATCH /settings', { default_language: currentLanguage(), timezone: timeZone })
  } finally {
    location.replace('/')
  }
}

async function signIn(username: string, password: string): Promise<void> {
  // Somebody else may have been signed in here.
  await deleteStoredChat()
  const { csrf_token: token } = await callChat('POST /sessions', { username, password })
  rememberCsrfToken(token)
}
