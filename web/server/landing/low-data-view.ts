import type { LandingView } from '../../src/landing/landing-view';

type Image = LandingView['logoImage'];

/** Returns the page for visitors with `Save-Data: on`: the smallest copy of each image, and no photo behind the page. */
export function toLowDataView(view: LandingView): LandingView {
  const [logo, form] = [smallest(view.logoImage), smallest(view.formImage)];
  const hasFormImage = view.layout !== 'picture';
  return {
    ...view,
    backgroundImageUrl: null,
    backgroundImage: null,
    logoImage: logo,
    formImage: hasFormImage ? form : null,
    logoImageUrl: logo?.renditions.at(-1)?.url ?? view.logoImageUrl,
    formImageUrl: hasFormImage ? (form?.renditions.at(-1)?.url ?? view.formImageUrl) : null,
  };
}

function smallest(image: Image): Image {
  if (!image) return null;
  const minWidth = Math.min(...image.renditions.map(({ width }) => width));
  return { ...image, renditions: image.renditions.filter(({ width }) => width === minWidth) };
}
