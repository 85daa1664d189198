import { useLayoutEffect, useMemo, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { renderedHtml } from '../rendered-html.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { dressContent, listenForPresses } from './dress-content.ts'
import './code-colours.css'
import styles from './rendered-content.module.css'

/** What the server made of somebody's Markdown. */
export function RenderedContent({ html, className }: { html: string; className?: string | undefined }) {
  const root = useRef<HTMLDivElement>(null)
  const { state } = useWorkspace()
  const is24Hours = useChat(({ settings }) => settings.twenty_four_hour_time)
  // Made once: another object would count as another content.
  const content = useMemo(() => renderedHtml(html), [html])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other contents are dressed anew
  useLayoutEffect(() => {
    if (!root.current) return
    const isMe = (kind: 'user' | 'group', id: string) => {
      const { me, groups } = state.get()
      if (kind === 'user') return id === '*' || Number(id) === me.userId
      return groups.get(Number(id))?.members.includes(me.userId) === true
    }
    dressContent(root.current, { is24Hours, isMe })
    return listenForPresses(root.current)
  }, [content, is24Hours, state])
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
