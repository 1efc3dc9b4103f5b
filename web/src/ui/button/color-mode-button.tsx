import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(root, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Returns the mode that the user chose. Null without one, and where storage is blocked. */
function storedMode(): string | null {
  try {
    return localStorage.getItem('colorMode');
  } catch {
    return null;
  }
}

function storeMode(mode: string) {
  try {
    localStorage.setItem('colorMode', mode);
  } catch {
    // The choice then applies to this page only.
  }
}

function applyMode(mode: 'light' | 'dark') {
  root.className = mode;
  root.dataset.theme = mode;
  root.style.colorScheme = mode;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
  if (!storedMode()) applyMode(event.matches ? 'dark' : 'light');
});

/**
 * Switches between light and dark mode and remembers the choice. Until then the system's setting applies
 * (`public/color-mode.js`).
 */
export function ColorModeButton() {
  const dark = useSyncExternalStore(subscribe, () => root.classList.contains('dark'));
  const next = dark ? 'light' : 'dark';
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      aria-label={`Switch to ${next} mode`}
      onClick={() => {
        storeMode(next);
        applyMode(next);
      }}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
