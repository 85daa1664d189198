import { Bell, BellRing, Bot, Files, KeyRound, Palette, UserRound, VolumeX } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { callChat } from '../api/chat-api.ts'
import { type DevicePush, findDevicePush, switchPushOff, switchPushOn } from '../api/device-push.ts'
import { isMissing } from '../api/server-mode.ts'
import { openHash } from '../chat/narrows/route.ts'
import { useChat, useWorkspace } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SelectField, SwitchField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSavedValue } from '../ui/saved-check.tsx'
import { SidePage } from '../ui/side-page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { ApiKeySection } from './account/api-key-section.tsx'
import { OwnDataSection } from './account/own-data-section.tsx'
import { PasswordSection } from './account/password-section.tsx'
import { SessionsSection } from './account/sessions-section.tsx'
import { TwoFactorSection } from './account/two-factor-section.tsx'
import { AppearanceTab } from './appearance/appearance-tab.tsx'
import { BotsTab } from './bots/bots-tab.tsx'
import { ItemList, ListItem } from './item-list.tsx'
import { MutedTopicsSection } from './muted/muted-topics-section.tsx'
import { SnippetsSection } from './muted/snippets-section.tsx'
import { AlertWordsSection } from './notifications/alert-words-section.tsx'
import { StreamNotificationsSection } from './notifications/stream-notifications-section.tsx'
import { UnconfirmedEmail } from './notifications/unconfirmed-email.tsx'
import { ProfileTab } from './profile/profile-tab.tsx'
import { SettingCheck, useChangeSettings } from './setting-check.tsx'
import styles from './settings-page.module.css'
import { FieldStack, SettingsSection } from './settings-section.tsx'
import { UploadsTab } from './uploads/uploads-tab.tsx'

/** The user's own settings. */
export function SettingsPage({ path }: { path: readonly string[] }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const tabs = settingsTabs().filter((tab) => !(isGuest && tab.notForGuests))
  const current = tabs.find((tab) => tab.id === path[0]) ?? tabs[0]!
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current.id)
  // Another tab starts at its top, also for screen readers.
  useEffect(() => {
    if (shown.current !== current.id) heading.current?.focus()
    shown.current = current.id
  }, [current.id])
  return (
    <SidePage
      label={t.settings.title}
      pages={tabs.map(({ id, label, icon }) => ({ id, label, icon, href: `#settings/${id}` }))}
      current={current.id}
      choice={{ label: t.settings.title, onChoose: (id) => openHash(`#settings/${id}`) }}
    >
      <div className={styles.content}>
        <h1 ref={heading} tabIndex={-1}>
          {current.label}
        </h1>
        <current.Tab />
      </div>
    </SidePage>
  )
}

interface SettingsTab {
  /** in the address */
  id: string
  label: string
  icon: ReactNode
  Tab: ComponentType
  notForGuests?: boolean
}

/** At render time: the language is chosen by then. */
function settingsTabs(): readonly SettingsTab[] {
  const { tabs } = t.settings
  return [
    { id: 'profile', label: tabs.profile, icon: <UserRound />, Tab: ProfileTab },
    { id: 'account', label: tabs.account, icon: <KeyRound />, Tab: AccountTab },
    { id: 'appearance', label: tabs.appearance, icon: <Palette />, Tab: AppearanceTab },
    { id: 'notifications', label: tabs.notifications, icon: <Bell />, Tab: NotificationsTab },
    { id: 'bots', label: tabs.bots, icon: <Bot />, Tab: BotsTab, notForGuests: true },
    { id: 'uploads', label: tabs.uploads, icon: <Files />, Tab: UploadsTab },
    { id: 'muted', label: tabs.muted, icon: <VolumeX />, Tab: MutedTab },
  ]
}

function MutedTab() {
  return (
    <>
      <MutedTopicsSection />
      <MutedPeopleSection />
      <SnippetsSection />
    </>
  )
}

function AccountTab() {
  return (
    <>
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
      <PrivacySection />
      <ApiKeySection />
      <OwnDataSection />
      <DeactivateSection />
    </>
  )
}

function NotificationsTab() {
  const texts = t.settings.notifications
  return (
    <>
      <SettingsSection title={texts.messages} intro={texts.messagesText}>
        <BrowserPermission />
        <DeviceSwitch />
        <SettingCheck name="enable_desktop_notifications" label={texts.desktop} />
        <SettingCheck name="pm_content_in_desktop_notifications" label={texts.content} />
        <SettingCheck name="enable_sounds" label={texts.sounds} />
        <SettingCheck name="wildcard_mentions_notify" label={texts.wildcard} hint={texts.wildcardHint} />
        <TitleCountField />
      </SettingsSection>
      <SettingsSection title={texts.mail} intro={isMissing('mail') ? texts.noMail : texts.mailText}>
        <UnconfirmedEmail />
        <SettingCheck name="enable_offline_email_notifications" label={texts.missedMail} />
        <SettingCheck name="message_content_in_email_notifications" label={texts.mailContent} />
        <SettingCheck name="realm_name_in_notifications" label={texts.mailOrganization} />
      </SettingsSection>
      <SettingsSection title={texts.streams} intro={texts.streamsText}>
        <SettingCheck name="enable_stream_desktop_notifications" label={texts.streamDesktop} />
        <SettingCheck name="enable_stream_audible_notifications" label={texts.streamSounds} />
      </SettingsSection>
      <StreamNotificationsSection />
      <AlertWordsSection />
    </>
  )
}

/** Asks for the browser's permission to show notifications. Renders nothing once it is granted. */
function BrowserPermission() {
  const canNotify = 'Notification' in globalThis
  const [permission, setPermission] = useState(canNotify ? Notification.permission : 'denied')
  if (permission === 'granted') return null
  if (permission === 'denied') return <Notice>{t.settings.notifications.browserRefuses}</Notice>
  return (
    <div>
      <Button icon={<BellRing />} onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t.settings.notifications.allow}
      </Button>
    </div>
  )
}

/** What others can see of the user's reading and typing. */
function PrivacySection() {
  const hasReceipts = useChat((state) => state.realm.enable_read_receipts)
  return (
    <SettingsSection title={t.settings.privacy.title} intro={t.settings.privacy.intro}>
      <SettingCheck name="presence_enabled" label={t.settings.privacy.presence} />
      <SettingCheck
        name="send_read_receipts"
        label={t.settings.privacy.receipts}
        hint={hasReceipts ? undefined : t.settings.privacy.receiptsOff}
      />
      <SettingCheck name="send_private_typing_notifications" label={t.settings.privacy.directTyping} />
      <SettingCheck name="send_stream_typing_notifications" label={t.settings.privacy.streamTyping} />
    </SettingsSection>
  )
}

/** The number in the title of the browser tab. */
function TitleCountField() {
  const stored = useChat((state) => state.settings.desktop_icon_count_display)
  const store = useChangeSettings()
  const { shown, error, change } = useSavedValue(stored, (value) =>
    store({ desktop_icon_count_display: value }),
  )
  const { all, meant, none } = t.settings.notifications.titleCounts
  return (
    <FieldStack>
      <SelectField
        label={t.settings.notifications.titleCount}
        value={shown}
        error={error === undefined ? undefined : messageOf(error)}
        onChange={(event) => change(Number(event.target.value))}
      >
        <option value={1}>{all}</option>
        <option value={2}>{meant}</option>
        <option value={3}>{none}</option>
      </SelectField>
    </FieldStack>
  )
}

function DeactivateSection() {
  const workspace = useWorkspace()
  const [asking, setAsking] = useState(false)
  async function deactivate() {
    await callChat('DELETE /users/me', {})
    workspace.stop()
    location.assign('/')
  }
  return (
    <SettingsSection
      title={t.settings.deactivate.title}
      intro={t.settings.deactivate.intro}
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          {t.settings.deactivate.button}
        </Button>
      }
    >
      {asking && (
        <ConfirmDialog
          title={t.settings.deactivate.sure}
          confirm={t.settings.deactivate.button}
          onConfirm={deactivate}
          onClose={() => setAsking(false)}
        >
          {t.settings.deactivate.text}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function MutedPeopleSection() {
  const muted = useChat((state) => [...state.mutedUsers].map((id) => state.people.get(id)))
  const people = muted.filter((person) => person !== undefined)
  const submit = useSubmit()
  const unmute = (id: number) =>
    void submit.run(() => callChat('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))
  return (
    <SettingsSection title={t.settings.muted.people} intro={t.settings.muted.peopleText}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {people.length === 0 ? (
        <p>{t.settings.muted.noPeople}</p>
      ) : (
        <ItemList label={t.settings.muted.people}>
          {people.map((person) => (
            <ListItem
              key={person.user_id}
              icon={<Avatar url={person.avatar_url} name={person.full_name} size="small" />}
              title={person.full_name}
              detail={person.email}
              actions={
                <Button size="small" onClick={() => unmute(person.user_id)}>
                  {t.settings.muted.unmute}
                </Button>
              }
            />
          ))}
        </ItemList>
      )}
    </SettingsSection>
  )
}

/** Whether this browser is notified while the app is closed. It belongs to the browser, not to the account. */
function DeviceSwitch() {
  const me = useChat((state) => state.me.userId)
  const [push, setPush] = useState<DevicePush>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    void findDevicePush(me).then(setPush)
  }, [me])
  if (push === undefined) return null
  async function change(isOn: boolean) {
    setBusy(true)
    setError(undefined)
    try {
      setPush(await (isOn ? switchPushOn(me) : switchPushOff()))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const texts = t.settings.notifications
  return (
    <>
      <SwitchField
        label={texts.device}
        hint={texts.deviceHints[push]}
        checked={push === 'on'}
        disabled={busy || push === 'unsupported' || push === 'blocked'}
        onChange={(event) => void change(event.target.checked)}
      />
      {error !== undefined && <Notice look="danger">{texts.deviceFailed(messageOf(error))}</Notice>}
      {push === 'on' && <SettingCheck name="enable_online_push_notifications" label={texts.deviceOnline} />}
    </>
  )
}
