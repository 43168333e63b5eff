// The switch between the light and the dark theme.
import { useEffect, useState } from 'preact/hooks';
import { message } from './locale.ts';
import { moon, rays } from './theme-icon.ts';
import { onSystemTheme, shownTheme, switchTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => onSystemTheme(() => setTheme(shownTheme())), []);

  function change(): void {
    switchTheme();
    setTheme(shownTheme());
  }
  return (
    <button
      type="button"
      class="theme"
      aria-pressed={theme === 'dark'}
      aria-label={message('frame.theme')}
      onClick={change}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {theme === 'dark' ? <Moon /> : <Sun />}
      </svg>
    </button>
  );
}

function Sun() {
  return (
    <>
      <circle cx="12" cy="12" r="4.2" />
      <path d={rays} />
    </>
  );
}

function Moon() {
  return <path d={moon} />;
}
