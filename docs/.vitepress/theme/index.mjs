import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import dashboard from '../../pictures/dashboard.png';
import SectionCards from './section-cards.vue';
import './style.css';

const heroImage = () => h('img', { src: dashboard, class: 'hero-image', alt: 'A client’s dashboard in Dripline' });

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'home-hero-image': heroImage, 'home-features-after': () => h(SectionCards) }),
};
