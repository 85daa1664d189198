import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './progress.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'small' | 'medium'
  icon?: ReactNode
  /** Shows a spinner and disables the button. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  size = 'medium',
  icon,
  busy,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(styles.button, styles[look], styles[size], className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button: it opens a page, also in another tab. */
export function ButtonLink({
  look = 'plain',
  icon,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Pick<ButtonProps, 'look' | 'icon'>) {
  return (
    <a {...rest} className={classNames(styles.button, styles[look], styles.medium)}>
      {icon}
      {children}
    </a>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and tooltip. */
  label: string
  pressed?: boolean
}

/** A button with only an icon. */
export function IconButton({ label, pressed, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={classNames(styles.icon, className)}
    >
      {children}
    </button>
  )
}
