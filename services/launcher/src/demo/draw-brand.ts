import sharp from 'sharp';

/** Draws the pictures of a brand as PNG files: a disc with a smile in its color, and the reverse for previews. */
export async function drawBrand(color: string): Promise<{ logo: Buffer; favicon: Buffer; socialCard: Buffer }> {
  const mark = (side: number) =>
    draw(side, side, smile(side / 2, side / 2, side * 0.46, { disc: color, mouth: 'white' }));
  const [width, height] = [1200, 630];
  const card = smile(width / 2, height / 2, height * 0.32, { disc: 'white', mouth: color });
  return {
    logo: await mark(256),
    favicon: await mark(64),
    socialCard: await draw(width, height, `<rect width="100%" height="100%" fill="${color}"/>${card}`),
  };
}

interface SmileColors {
  disc: string;
  mouth: string;
}

const smile = (x: number, y: number, radius: number, { disc, mouth }: SmileColors) => {
  const arc = radius / 2;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${disc}"/>` +
    `<path d="M ${x - arc} ${y} A ${arc} ${arc} 0 0 0 ${x + arc} ${y}" fill="none" stroke="${mouth}" stroke-width="${radius / 5}" stroke-linecap="round"/>`
  );
};

const draw = (width: number, height: number, shapes: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`))
    .png()
    .toBuffer();
