import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { usePlaceCall } from '../../shell/place-call.ts'
import { classNames } from '../../ui/class-names.ts'
import { renderedHtml } from '../rendered-html.ts'
import { useWorkspace } from '../state/workspace.ts'
import './code-colours.css'
import './file-links.css'
import { t } from '../../texts/texts.ts'
import { use24Hours } from '../../ui/hours.ts'
import { writtenTime } from '../../ui/times.ts'
import { characterOf } from '../emoji/emoji-data.ts'
import { openedPictures, showProfile } from './opened-overlays.ts'
import styles from './rendered-content.module.css'

interface RenderedContentProps {
  html: string
  className?: string | undefined
}

/** Markdown that the server has rendered. */
export function RenderedContent(props: RenderedContentProps) {
  // New content is a new element, so that the changes of enhanceContent apply to it.
  return <EnhancedContent key={props.html} {...props} />
}

function EnhancedContent({ html, className }: RenderedContentProps) {
  const root = useRef<HTMLDivElement>(null)
  const { state } = useWorkspace()
  const is24Hours = use24Hours()
  // Memoized: React would set another object again, and undo the changes of enhanceContent.
  const content = useMemo(() => renderedHtml(html), [html])
  useLayoutEffect(() => {
    if (!root.current) return
    const isMe = (kind: 'user' | 'group', id: string) => {
      const { me, groups } = state.get()
      if (kind === 'user') return id === '*' || Number(id) === me.userId
      return groups.get(Number(id))?.members.includes(me.userId) === true
    }
    enhanceContent(root.current, { is24Hours, isMe })
    void renderMath(root.current)
    return listenForActivation(root.current)
  }, [is24Hours, state])
  const placeCall = usePlaceCall()
  useEffect(() => {
    const element = root.current
    if (!placeCall || !element || !/\d{3}/.test(element.textContent ?? '')) return
    const gone = new AbortController()
    void import('./link-numbers.ts').then(({ linkNumbers }) => linkNumbers(element, placeCall, gone.signal))
    return () => gone.abort()
  }, [placeCall])
  return (
    <div
      ref={root}
      className={classNames(styles.content, className)}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what people wrote
      dangerouslySetInnerHTML={content}
    />
  )
}

/** Shows the TeX in a message as formulas. What renders them is loaded with the first formula. */
async function renderMath(root: HTMLElement): Promise<void> {
  const formulas = [...root.querySelectorAll<HTMLElement>('.tex-inline, .tex-block')]
  if (formulas.length === 0) return
  const { showFormula } = await import('./show-formula.ts')
  for (const formula of formulas) showFormula(formula)
}

/** Uploaded files have an icon, their size, and players for sound and video. */
async function showFiles(root: HTMLElement): Promise<void> {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a[href^="/user_uploads/"]')].filter(
    (link) => !link.closest('.message_inline_image'),
  )
  if (links.length === 0) return
  for (const link of links)
    link.dataset.file = /\.(jpe?g|png|gif|webp|avif)$/i.test(link.pathname) ? 'image' : 'other'
  const { showFile } = await import('./show-files.ts')
  for (const link of links) void showFile(link)
}

interface ContentReader {
  is24Hours: boolean
  /** Whether a mention of this person or group is one of the reader. */
  isMe: (kind: 'user' | 'group', id: string) => boolean
}

/** Adds to rendered HTML what depends on the reader: time zone, emoji, own mentions, and controls. */
function enhanceContent(root: HTMLElement, reader: ContentReader): void {
  const each = (selector: string, enhance: (element: HTMLElement) => void) => {
    for (const element of root.querySelectorAll<HTMLElement>(selector)) enhance(element)
  }
  each('span.emoji', showCharacter)
  each('time[datetime]', (time) => showTime(time, reader.is24Hours))
  each('.user-mention, .user-group-mention', (mention) => enhanceMention(mention, reader))
  each('a[href]', (link) => enhanceLink(link as HTMLAnchorElement))
  void showFiles(root)
  each('.message_inline_image img', (image) => {
    image.setAttribute('alt', image.closest('a')?.title ?? '')
    image.setAttribute('loading', 'lazy')
  })
  each('.spoiler-block', closeSpoiler)
  each('pre', (block) => {
    // So that the keyboard can scroll it.
    block.tabIndex = 0
  })
  each('table', makeScrollable)
}

function showCharacter(emoji: HTMLElement): void {
  const code = /(?:^|\s)emoji-([0-9a-f-]+)/.exec(emoji.className)?.[1]
  const character = code === undefined ? '' : characterOf(code)
  if (character !== '') emoji.textContent = character
}

function showTime(time: HTMLElement, is24Hours: boolean): void {
  const written = time.getAttribute('datetime') ?? ''
  const date = new Date(written)
  if (Number.isNaN(date.getTime())) return
  time.textContent = writtenTime(date, is24Hours)
  time.title = written
}

function enhanceMention(mention: HTMLElement, { isMe }: ContentReader): void {
  const { userId, userGroupId } = mention.dataset
  if (userId !== undefined && isMe('user', userId)) mention.classList.add('me')
  if (userGroupId !== undefined && isMe('group', userGroupId)) mention.classList.add('me')
  if (userId === undefined || userId === '*') return
  mention.role = 'button'
  mention.tabIndex = 0
}

/** Links to messages stay here; everything else gets a window of its own. */
function enhanceLink(link: HTMLAnchorElement): void {
  if (link.origin === location.origin && link.pathname === '/' && link.hash !== '') {
    link.setAttribute('href', link.hash)
    return
  }
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
}

function closeSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>('.spoiler-header')
  const content = block.querySelector<HTMLElement>('.spoiler-content')
  if (!header || !content) return
  if (header.textContent?.trim() === '') header.textContent = t.messages.spoiler
  header.role = 'button'
  header.tabIndex = 0
  header.ariaExpanded = 'false'
  content.hidden = true
}

function toggleSpoiler(header: HTMLElement): void {
  const content = header.parentElement?.querySelector<HTMLElement>('.spoiler-content')
  if (!content) return
  content.hidden = !content.hidden
  content.ariaHidden = String(content.hidden)
  header.ariaExpanded = String(!content.hidden)
}

function makeScrollable(table: HTMLElement): void {
  if (table.parentElement?.className === 'table-frame') return
  const frame = document.createElement('div')
  frame.className = 'table-frame'
  frame.tabIndex = 0
  table.replaceWith(frame)
  frame.append(table)
}

/** Handles clicks on controls in a message. Returns whether the click was on one. */
function press(target: HTMLElement): boolean {
  const header = target.closest<HTMLElement>('.spoiler-header')
  if (header && !target.closest('a')) {
    toggleSpoiler(header)
    return true
  }
  const mention = target.closest<HTMLElement>('.user-mention[role=button]')
  if (mention) {
    showProfile(Number(mention.dataset.userId))
    return true
  }
  const image = target.closest<HTMLAnchorElement>('.message_inline_image a')
  if (image) openPictures(image)
  return image !== null
}

/** The picture that was pressed, and the others in the same list of messages. */
function openPictures(pressed: HTMLAnchorElement): void {
  const list = pressed.closest('section') ?? document.body
  const links = [...list.querySelectorAll<HTMLAnchorElement>('.message_inline_image a')]
  openedPictures.set({
    pictures: links.map(({ href, title }) => ({ url: href, title })),
    start: links.indexOf(pressed),
  })
}

function listenForActivation(root: HTMLElement): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (press(event.target as HTMLElement)) event.preventDefault()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    const target = event.target as HTMLElement
    if (target.role !== 'button' || !press(target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  root.addEventListener('click', onClick)
  root.addEventListener('keydown', onKey)
  return () => {
    root.removeEventListener('click', onClick)
    root.removeEventListener('keydown', onKey)
  }
}
