import { Box, Center, Spinner } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import landingStyles from '../../../landing/landing.css?url';

const frameDocument = `<!doctype html><html lang="en"><head><base target="_blank"><link rel="stylesheet" href="${landingStyles}"></head><body></body></html>`;

interface Props {
  title: string;
  /** The page's width and height in px, before scaling. */
  width: number;
  height: number;
  scale: number;
  /** The page's brand color. */
  brandColor: string;
  children: ReactNode;
}

/**
 * Renders its children in an iframe, so that the landing page's styles and breakpoints apply instead of the app's. Shows
 * a loading state until the frame has loaded.
 */
export function PreviewFrame({ title, width, height, scale, brandColor, children }: Props) {
  const [body, setBody] = useState<HTMLElement>();
  const root = body?.ownerDocument.documentElement;
  useEffect(() => {
    let isCurrent = true;
    // It is large. While it loads, or if it cannot be loaded, the page has the default colors.
    import('../../../landing/page-colors').then(
      ({ colorProperties }) => {
        if (!isCurrent) return;
        for (const [name, value] of colorProperties(brandColor)) root?.style.setProperty(name, value);
      },
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [root, brandColor]);
  return (
    <Box position="relative" width={`${width * scale}px`} height={`${height * scale}px`} overflow="hidden">
      {!body && (
        <Center position="absolute" inset="0" gap="2" bg="#f4f7f7" color="#4f5d61" textStyle="sm" role="status">
          <Spinner size="sm" aria-hidden="true" /> Loading…
        </Center>
      )}
      <iframe
        title={title}
        srcDoc={frameDocument}
        onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body)}
        style={{
          width,
          height,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          background: '#f4f7f7',
        }}
      />
      {body && createPortal(children, body)}
    </Box>
  );
}
